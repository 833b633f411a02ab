export function extractDigits(text) {
  return text.replace(/\D/g, '');
}

export function isAmex(digits) {
  return /^3[47]/.test(digits);
}

/** Groups the digits by four, or 4-6-5 for American Express. */
export function formatNumber(text) {
  const digits = extractDigits(text).slice(0, isAmex(extractDigits(text)) ? 15 : 19);
  const groups = isAmex(digits)
    ? digits.match(/^(.{1,4})(.{1,6})?(.{1,5})?/)?.slice(1)
    : digits.match(/.{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** `1226` → `12 / 26`; a first digit of 2 to 9 is the whole month. */
export function formatExpiry(text) {
  let digits = extractDigits(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // Of an autofilled MM/YYYY the last two digits of the year stay.
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

export function findNumberProblem(text) {
  const digits = extractDigits(text);
  const requiredLength = isAmex(digits) ? 15 : 16;
  if (digits.length < requiredLength)
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  return passesLuhn(digits) ? null : { code: 'invalid_number', message: 'Your card number is invalid.' };
}

export function findExpiryProblem(text) {
  const digits = extractDigits(text);
  if (digits.length < 4)
    return { code: 'incomplete_expiry', message: "Your card's expiry date is incomplete." };
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12)
    return { code: 'invalid_expiry_month', message: "Your card's expiry month is invalid." };
  // The server refuses past dates, because its clock may have been moved forward.
  return null;
}

export function findCvcProblem(text, number) {
  const requiredLength = isAmex(extractDigits(number)) ? 4 : 3;
  return extractDigits(text).length < requiredLength
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : null;
}
