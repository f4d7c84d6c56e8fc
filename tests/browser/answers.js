// Runs the bodies of functions, each with the module as its argument, and returns what they return.

const AsyncFunction = (async () => {}).constructor;

/** What JSON has no values for. */
function plain(_, value) {
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return { base64: btoa(text) };
  }
  if (typeof value === "bigint") return String(value);
  return value === undefined ? null : value;
}

export async function answers(labirinto, bodies) {
  const found = [];
  for (const body of bodies) {
    try {
      found.push(JSON.stringify(await new AsyncFunction("labirinto", body)(labirinto), plain) ?? "null");
    } catch (error) {
      const { name, message, field = null, value = null } = error;
      const isOurs = error instanceof labirinto.LabirintoError;
      found.push(JSON.stringify({ error: isOurs ? name : `not ours: ${name}`, message, field, value }, plain));
    }
  }
  return `[${found.join(",\n")}]`;
}
