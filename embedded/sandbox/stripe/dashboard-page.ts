import { formatLondon } from '#domain/london-time.ts';
import { formatPounds, toPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { getRemainingAmount } from './charge-object.ts';
import { isInquiry, isOpen, withholdsFunds } from './dispute-object.ts';

/** One payment as the dashboard shows it; disputes newest first. */
export interface Payment {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge | null;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
}

export const DASHBOARD = '/sandbox/stripe/dashboard';

export const DASHBOARD_STYLE = `
h2[id] { font-size: 1.625rem; margin: 3rem 0 .5rem; } h3 { font: 400 1.25rem/1.2 'Fraunces Variable', Georgia, serif; margin: 0 0 .5rem; }
.payment header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.5rem; margin: 0 0 1rem; }
.payment header p { margin: 0; overflow-wrap: anywhere; }
.payment dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0; }
.payment dt { color: var(--muted); } .payment dd { margin: 0; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; align-items: end; gap: 1rem 1.5rem; margin: 1.5rem 0 0; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin: 0; }
label { display: grid; gap: .25rem; font-size: .9375rem; }
input, select { font: inherit; color: inherit; background: #fff; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--muted); border-radius: 10px; }
input { width: 8rem; }
.problem { border-color: var(--ink); }
`;

function poundsHtml(pence: number): string {
  return `<span class="figures">${formatPounds(pence)}</span>`;
}

function formatStatus(status: string): string {
  return escapeHtml(status.replaceAll('_', ' '));
}

function refundText({ charge, refunds }: Payment): string {
  const [latest] = refunds;
  if (latest === undefined) return 'nothing';
  return `${poundsHtml(charge?.amount_refunded ?? 0)}, the latest refund: ${formatStatus(latest.status ?? 'pending')}`;
}

function disputeText({ disputes }: Payment): string {
  const [latest] = disputes;
  if (latest === undefined) return 'none';
  const name = isInquiry(latest) ? 'inquiry' : formatStatus(latest.reason);
  return `${poundsHtml(latest.amount)}, ${name}: ${formatStatus(latest.status)}`;
}

function form(action: string, fields: string): string {
  return `<form method="post" action="${DASHBOARD}/${escapeHtml(action)}">${fields}</form>`;
}

function button(text: string, field = ''): string {
  return `<button class="plain"${field}>${text}</button>`;
}

function refundForms(intent: Stripe.PaymentIntent, remaining: number): string[] {
  const path = `payments/${intent.id}/refund`;
  return [
    form(path, button('Refund in full')),
    form(
      path,
      `<label>Amount in pounds<input name="amount" inputmode="decimal" autocomplete="off" required placeholder="${toPounds(remaining).toFixed(2)}"></label>${button('Refund a part')}`,
    ),
  ];
}

function disputeForm(intent: Stripe.PaymentIntent): string {
  return form(
    `payments/${intent.id}/dispute`,
    `<label>Reason<select name="kind"><option value="fraudulent">Fraudulent</option><option value="product_not_received">Product not received</option><option value="inquiry">Inquiry only</option></select></label>${button('Open a dispute')}`,
  );
}

function endForm(dispute: Stripe.Dispute): string {
  const choices = isInquiry(dispute)
    ? button('Close the inquiry', ' name="outcome" value="won"')
    : `${button('Win the dispute', ' name="outcome" value="won"')}${button('Lose the dispute', ' name="outcome" value="lost"')}`;
  return form(`disputes/${dispute.id}`, choices);
}

function actions({ intent, charge, disputes }: Payment): string {
  const remaining = charge === null ? 0 : getRemainingAmount(charge);
  const isWithheld = disputes.some(withholdsFunds);
  const open = disputes.find(isOpen);
  const forms = [
    ...(remaining > 0 && !isWithheld ? refundForms(intent, remaining) : []),
    ...(remaining > 0 && !isWithheld && open === undefined ? [disputeForm(intent)] : []),
    ...(open === undefined ? [] : [endForm(open)]),
  ];
  return forms.length === 0 ? '' : `<div class="actions">${forms.join('\n')}</div>`;
}

function paymentHtml(payment: Payment): string {
  const { intent } = payment;
  const created = new Date(intent.created * 1000);
  const shown = formatLondon(created, 'EEE d MMM yyyy, HH:mm:ss');
  return `<article class="card payment" id="${escapeHtml(intent.id)}">
<header><div><h2>${poundsHtml(intent.amount)} · ${formatStatus(intent.status)}</h2><p>${escapeHtml(intent.description ?? 'No description')}</p></div>
<div><p><time datetime="${created.toISOString()}">${shown}</time></p><p class="muted">${escapeHtml(intent.id)}</p></div></header>
<dl><dt>Refunded</dt><dd>${refundText(payment)}</dd>
<dt>Dispute</dt><dd>${disputeText(payment)}</dd></dl>
${actions(payment)}
</article>`;
}

/** The page's body. `problem` is Stripe's error message, if the last action was refused. */
export function dashboardHtml(payments: Payment[], problem: string | null): string {
  const list =
    payments.length === 0
      ? '<p class="card">Nobody has paid yet. Buy a pass, and the payment appears here.</p>'
      : payments.map(paymentHtml).join('\n');
  const alert =
    problem === null ? '' : `<p class="card problem" role="alert">Not done: ${escapeHtml(problem)}</p>`;
  return `<h1>Payments</h1>
<p class="muted">What the studio would do in Stripe’s dashboard, and what cardholders and banks would do: the latest payments, newest first. No money moves. <a href="#subscriptions">Subscriptions</a> are below.</p>
${alert}
${list}`;
}
