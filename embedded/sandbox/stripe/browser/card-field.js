import { extractDigits } from './card-number.js';

let fieldCount = 0;

export function createNode(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A labelled input with an error line; the error shows when the focus leaves the field. */
export function createField({
  name,
  label,
  autocomplete,
  placeholder,
  maxlength,
  format,
  findProblem,
  onInput,
  onEnter,
  onLeave,
}) {
  fieldCount += 1;
  const id = `sandbox-stripe-${fieldCount}`;
  const input = createNode('input', {
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
  const error = createNode('p', { id: `${id}-error`, class: 'sbx-error', 'aria-live': 'polite' });
  const box = createNode(
    'div',
    { class: `sbx-field sbx-${name}` },
    createNode('label', { for: id, class: 'sbx-label' }, label),
    input,
    error,
  );

  function showError(problem) {
    error.textContent = problem?.message ?? '';
    input.setAttribute('aria-invalid', String(Boolean(problem)));
  }

  /** Formats the input and keeps the caret behind the same digit. */
  function reformat() {
    const before = extractDigits(input.value.slice(0, input.selectionStart ?? 0)).length;
    const atEnd = input.selectionStart === input.value.length;
    const formatted = format(input.value);
    if (formatted === input.value) return;
    input.value = formatted;
    let caret = formatted.length;
    if (!atEnd) for (caret = 0; extractDigits(formatted.slice(0, caret)).length < before; ) caret += 1;
    input.setSelectionRange(caret, caret);
  }

  input.addEventListener('input', () => {
    reformat();
    if (input.getAttribute('aria-invalid') === 'true') showError(findProblem(input.value));
    onInput();
  });
  input.addEventListener('focus', onEnter);
  input.addEventListener('blur', () => {
    if (input.value !== '') showError(findProblem(input.value));
    onLeave();
  });

  return { box, input, showError, findProblem: () => findProblem(input.value) };
}
