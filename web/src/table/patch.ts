// Merge patches (RFC 7386): how the server says what changed in a view.

type Json = Record<string, unknown>;

/** The object with the patch applied. Neither is changed; parts that the patch leaves alone are shared. */
export function merged<View extends Json>(target: View, patch: Json): View {
  const result: Json = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (isObject(value)) result[key] = merged(isObject(result[key]) ? result[key] : {}, value);
    else result[key] = value;
  }
  return result as View;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
