import { failChallenge } from './api.js';

function getChallengeUrl(nextAction) {
  return nextAction?.use_stripe_sdk?.stripe_js ?? nextAction?.redirect_to_url?.url;
}

/**
 * Shows the bank's page in a dialog until the payer has answered; closing it fails the challenge. The dialog is put inside
 * `host`, the form on the page. A dialog around the form would treat a click elsewhere as a click outside itself.
 */
export function runChallenge(intent, host) {
  const url = getChallengeUrl(intent.next_action);
  if (!url) return Promise.resolve();
  const dialog = document.createElement('dialog');
  dialog.className = 'sbx-challenge';
  dialog.setAttribute('aria-label', "Your bank's approval");
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'sbx-close';
  close.textContent = 'Cancel';
  const frame = document.createElement('iframe');
  frame.title = "Your bank's approval";
  frame.name = 'sandbox-authenticate';
  frame.src = url;
  dialog.append(frame, close);
  (host?.isConnected ? host : document.body).append(dialog);

  return new Promise((resolve) => {
    const finish = () => {
      dialog.remove();
      resolve();
    };
    const giveUp = () => failChallenge(intent.id, intent.client_secret).then(finish);
    frame.addEventListener('load', () => {
      if (frame.contentWindow?.location.pathname.endsWith('/done')) finish();
      // The dialog does not receive key presses inside the frame.
      frame.contentWindow?.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') giveUp();
      });
    });
    close.addEventListener('click', giveUp);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      giveUp();
    });
    dialog.showModal();
  });
}
