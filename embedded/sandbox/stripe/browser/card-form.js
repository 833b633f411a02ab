import {
  cvcProblem,
  digitsOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  isAmex,
  numberProblem,
} from './card-number.js';

let fieldsMade = 0;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A labelled input with a line for what is wrong with it, told when it is left. */
function createField({
  name,
  label,
  autocomplete,
  placeholder,
  maxlength,
  format,
  problem,
  onInput,
  onEnter,
  onLeave,
}) {
  fieldsMade += 1;
  const id = `sandbox-stripe-${fieldsMade}`;
  const input = element('input', {
    id,
    name,
    autocomplete,
    placeholder,
    maxlength,
    type: 'text',
    inputmode: 'numeric',
    autocorrect: 'off',
    spellcheck: 'false',
    'aria-required': 'true',
    'aria-invalid': 'false',
    'aria-describedby': `${id}-error`,
    class: 'sbx-input',
  });
  const error = element('p', { id: `${id}-error`, class: 'sbx-error', 'aria-live': 'polite' });
  const box = element(
    'div',
    { class: `sbx-field sbx-${name}` },
    element('label', { for: id, class: 'sbx-label' }, label),
    input,
    error,
  );

  function show(found) {
    error.textContent = found?.message ?? '';
    input.setAttribute('aria-invalid', String(Boolean(found)));
  }

  /** Formats what was typed and keeps the caret behind the same digit. */
  function reformat() {
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
    const atEnd = input.selectionStart === input.value.length;
    const formatted = format(input.value);
    if (formatted === input.value) return;
    input.value = formatted;
    let caret = formatted.length;
    if (!atEnd) for (caret = 0; digitsOf(formatted.slice(0, caret)).length < before; ) caret += 1;
    input.setSelectionRange(caret, caret);
  }

  input.addEventListener('input', () => {
    reformat();
    if (input.getAttribute('aria-invalid') === 'true') show(problem(input.value));
    onInput();
  });
  input.addEventListener('focus', onEnter);
  input.addEventListener('blur', () => {
    if (input.value !== '') show(problem(input.value));
    onLeave();
  });

  return { box, input, show, problem: () => problem(input.value) };
}

/**
 * The card form: number, expiry, security code. `onChange` hears `{empty, complete, error}` after every change, `onFocus` and `onBlur`
 * when the form is entered and left.
 */
export function createCardForm({ onChange, onFocus, onBlur }) {
  let wasComplete = false;
  const fields = {};

  function changed() {
    if (isAmex(digitsOf(fields.number.input.value))) fields.cvc.input.placeholder = '1234';
    else fields.cvc.input.placeholder = '123';
    const all = Object.values(fields);
    const error = all.map((field) => (field.input.value === '' ? null : field.problem())).find(Boolean);
    const complete = all.every((field) => field.problem() === null);
    const empty = all.every((field) => field.input.value === '');
    onChange({ empty, complete, error: error && !error.code.startsWith('incomplete') ? error : undefined });
    wasComplete = complete;
  }

  const shared = { onInput: () => changed(), onEnter: () => onFocus(), onLeave: () => onBlur() };
  fields.number = createField({
    ...shared,
    name: 'cardnumber',
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    maxlength: '23',
    format: formatNumber,
    problem: numberProblem,
  });
  fields.expiry = createField({
    ...shared,
    name: 'exp-date',
    label: 'Expiry date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    maxlength: '9',
    format: formatExpiry,
    problem: expiryProblem,
  });
  fields.cvc = createField({
    ...shared,
    name: 'cvc',
    label: 'Security code',
    autocomplete: 'cc-csc',
    placeholder: '123',
    maxlength: '4',
    format: (text) => digitsOf(text).slice(0, 4),
    problem: (text) => cvcProblem(text, fields.number.input.value),
  });

  const hint = element(
    'p',
    { class: 'sbx-hint' },
    'Sandbox: no card is charged. Try 4242 4242 4242 4242, any date to come and any code.',
  );
  const root = element('div', { class: 'sbx-card', role: 'group', 'aria-label': 'Card details' });
  root.append(
    fields.number.box,
    element('div', { class: 'sbx-row' }, fields.expiry.box, fields.cvc.box),
    hint,
  );

  return {
    root,
    isComplete: () => wasComplete,
    /** Shows what is wrong, goes to the first such field, and gives its problem; null when the card can be sent. */
    validate() {
      let first = null;
      for (const field of Object.values(fields)) {
        const found = field.problem();
        field.show(found);
        if (found && !first) {
          first = found;
          field.input.focus();
        }
      }
      return first;
    },
    /** Puts an error that the server found beside the field it is about. */
    showRefusal({ param, message }) {
      const byParam = {
        number: fields.number,
        exp_month: fields.expiry,
        exp_year: fields.expiry,
        cvc: fields.cvc,
      };
      byParam[param]?.show({ message });
    },
    card() {
      const expiry = digitsOf(fields.expiry.input.value);
      return {
        number: digitsOf(fields.number.input.value),
        exp_month: Number(expiry.slice(0, 2)),
        exp_year: 2000 + Number(expiry.slice(2)),
        cvc: digitsOf(fields.cvc.input.value),
      };
    },
    setDisabled(disabled) {
      for (const { input } of Object.values(fields)) input.disabled = disabled;
    },
    focus: () => fields.number.input.focus(),
    clear() {
      for (const field of Object.values(fields)) {
        field.input.value = '';
        field.show(null);
      }
      changed();
    },
  };
}
