import { createField, createNode } from './card-field.js';
import {
  extractDigits,
  findCvcProblem,
  findExpiryProblem,
  findNumberProblem,
  formatExpiry,
  formatNumber,
  isAmex,
} from './card-number.js';

function createFields(listeners) {
  const fields = {};
  fields.number = createField({
    ...listeners,
    name: 'cardnumber',
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    maxlength: '23',
    format: formatNumber,
    findProblem: findNumberProblem,
  });
  fields.expiry = createField({
    ...listeners,
    name: 'exp-date',
    label: 'Expiry date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    maxlength: '9',
    format: formatExpiry,
    findProblem: findExpiryProblem,
  });
  fields.cvc = createField({
    ...listeners,
    name: 'cvc',
    label: 'Security code',
    autocomplete: 'cc-csc',
    placeholder: '123',
    maxlength: '4',
    format: (text) => extractDigits(text).slice(0, 4),
    findProblem: (text) => findCvcProblem(text, fields.number.input.value),
  });
  return fields;
}

/**
 * The card form: number, expiry, security code. Calls `onChange` with `{empty, complete, error}` after every change, and `onFocus`
 * and `onBlur` when a field gets and loses the focus.
 */
export function createCardForm({ onChange, onFocus, onBlur }) {
  function notifyChange() {
    if (isAmex(extractDigits(fields.number.input.value))) fields.cvc.input.placeholder = '1234';
    else fields.cvc.input.placeholder = '123';
    const all = Object.values(fields);
    const error = all.map((field) => (field.input.value === '' ? null : field.findProblem())).find(Boolean);
    const complete = all.every((field) => field.findProblem() === null);
    const empty = all.every((field) => field.input.value === '');
    onChange({ empty, complete, error: error && !error.code.startsWith('incomplete') ? error : undefined });
  }

  const fields = createFields({ onInput: notifyChange, onEnter: onFocus, onLeave: onBlur });
  const hint = createNode(
    'p',
    { class: 'sbx-hint' },
    'Sandbox: no card is charged. Try 4242 4242 4242 4242, any date to come and any code.',
  );
  const root = createNode('div', { class: 'sbx-card', role: 'group', 'aria-label': 'Card details' });
  root.append(
    fields.number.box,
    createNode('div', { class: 'sbx-row' }, fields.expiry.box, fields.cvc.box),
    hint,
  );

  return {
    root,
    /** Shows each field's error, focuses the first invalid field and returns its error; null when the card is valid. */
    validate() {
      let first = null;
      for (const field of Object.values(fields)) {
        const problem = field.findProblem();
        field.showError(problem);
        if (problem && !first) {
          first = problem;
          field.input.focus();
        }
      }
      return first;
    },
    /** Shows the server's error beside the field that it names. */
    showRefusal({ param, message }) {
      const byParam = {
        number: fields.number,
        exp_month: fields.expiry,
        exp_year: fields.expiry,
        cvc: fields.cvc,
      };
      byParam[param]?.showError({ message });
    },
    readCard() {
      const expiry = extractDigits(fields.expiry.input.value);
      return {
        number: extractDigits(fields.number.input.value),
        exp_month: Number(expiry.slice(0, 2)),
        exp_year: 2000 + Number(expiry.slice(2)),
        cvc: extractDigits(fields.cvc.input.value),
      };
    },
    setDisabled(disabled) {
      for (const { input } of Object.values(fields)) input.disabled = disabled;
    },
    focus: () => fields.number.input.focus(),
    clear() {
      for (const field of Object.values(fields)) {
        field.input.value = '';
        field.showError(null);
      }
      notifyChange();
    },
  };
}
