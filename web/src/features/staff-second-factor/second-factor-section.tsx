import { CircleCheck, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import type {
  RecoveryCodesAnswer,
  SecondFactorAnswer,
  SecondFactorProofBody,
} from '#services/contract/staff.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { post } from '#web/lib/http.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import { secondFactorPath, useRefreshSecondFactor, useSecondFactor } from './use-second-factor.ts';

/** Below this, a person should make new recovery codes. */
const fewCodes = 3;

type Step = 'status' | 'set-up' | 'new-codes' | 'remove' | { readonly codes: readonly string[] };

function Status({
  answer: { isOn, recoveryCodesLeft },
  onStep,
}: {
  answer: SecondFactorAnswer;
  onStep: (step: Step) => void;
}) {
  if (!isOn) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Badge tone="neutral" icon={CircleSlash}>
          Off
        </Badge>
        <Button className="max-sm:w-full" onClick={() => onStep('set-up')}>
          Set up two-step sign-in
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <Badge tone="kelp" icon={CircleCheck}>
        On
      </Badge>
      <p>{formatCount(recoveryCodesLeft, 'recovery code', 'recovery codes')} left.</p>
      {recoveryCodesLeft < fewCodes && (
        <Notice tone="warning">Make new recovery codes before you run out of them.</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onStep('new-codes')}>
          Make new recovery codes
        </Button>
        <Button variant="danger" onClick={() => onStep('remove')}>
          Switch off
        </Button>
      </div>
    </div>
  );
}

function Content({ answer }: { answer: SecondFactorAnswer }) {
  const [step, setStep] = useState<Step>('status');
  const refresh = useRefreshSecondFactor();
  const finish = async () => {
    setStep('status');
    await refresh();
  };
  const makeCodes = async (proof: SecondFactorProofBody) => {
    const { recoveryCodes } = await post<RecoveryCodesAnswer>(`${secondFactorPath}/recovery-codes`, proof);
    setStep({ codes: recoveryCodes });
  };
  const remove = async (proof: SecondFactorProofBody) => {
    await post(`${secondFactorPath}/remove`, proof);
    toast(staffMessages.secondFactorRemoved);
    await finish();
  };
  if (typeof step === 'object') return <RecoveryCodes codes={step.codes} onDone={() => void finish()} />;
  const back = { onCancel: () => setStep('status') };
  switch (step) {
    case 'status':
      return <Status answer={answer} onStep={setStep} />;
    case 'set-up':
      return <SetUp onDone={() => void finish()} />;
    case 'new-codes':
      return <ProofForm label="New recovery codes" action="Make new codes" onSubmit={makeCodes} {...back} />;
    case 'remove':
      return (
        <ProofForm
          label="Switch off two-step sign-in"
          action="Switch off"
          tone="danger"
          onSubmit={remove}
          {...back}
        />
      );
  }
}

/** Two-step sign-in of the signed-in account. */
export const SecondFactorSection = () => (
  <Panel
    title="Two-step sign-in"
    intro="Besides your password, a code from an app on your phone. A password alone then opens nothing. Switching it on or off signs you out everywhere else."
  >
    <Card>
      <Loadable what="two-step sign-in" read={useSecondFactor()} height="h-40">
        {(answer) => <Content answer={answer} />}
      </Loadable>
    </Card>
  </Panel>
);
