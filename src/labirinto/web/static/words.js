// What the page says, and numbers, in its language.

export const messages = JSON.parse(document.getElementById("messages").textContent);

const whole = new Intl.NumberFormat(messages.locale);
const two = new Intl.NumberFormat(messages.locale, { minimumIntegerDigits: 2 });

export const number = (value) => whole.format(value);
export const twoDigits = (value) => two.format(value);

/** Puts values into the placeholders of a message. */
export const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
