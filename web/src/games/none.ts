/** What is left of a union when all its kinds were taken care of: nothing. A kind that was forgotten does not compile. */
export function none(_rest: never): undefined {
  return undefined;
}
