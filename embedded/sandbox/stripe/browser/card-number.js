export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

export function isAmex(digits) {
  return /^3[47]/.test(digits);
}

/** In groups of four, or 4-6-5 for American Express. */
export function formatNumber(text) {
  const digits = digitsOf(text).slice(0, isAmex(digitsOf(text)) ? 15 : 19);
  const groups = isAmex(digits)
    ? digits.match(/^(.{1,4})(.{1,6})?(.{1,5})?/)?.slice(1)
    : digits.match(/.{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** `1226` → `12 / 26`; a lone 2 to 9 is the month. */
export function formatExpiry(text) {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // A filled-in MM/YYYY keeps its last two digits.
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function numberProblem(text) {
  const digits = digitsOf(text);
  const full = isAmex(digits) ? 15 : 16;
  if (digits.length < full) return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  return passesLuhn(digits) ? null : { code: 'invalid_number', message: 'Your card number is invalid.' };
}

export function expiryProblem(text) {
  const digits = digitsOf(text);
  if (digits.length < 4)
    return { code: 'incomplete_expiry', message: "Your card's expiry date is incomplete." };
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12)
    return { code: 'invalid_expiry_month', message: "Your card's expiry month is invalid." };
  // Past dates are judged by the server: its clock may have been moved on.
  return null;
}

export function cvcProblem(text, number) {
  const wanted = isAmex(digitsOf(number)) ? 4 : 3;
  return digitsOf(text).length < wanted
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : null;
}
