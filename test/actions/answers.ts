/** The messages of an answer of an action. @throws if the action was not refused */
export function messages(result: { readonly errors?: readonly { readonly message: string }[] }): readonly string[] {
  if (result.errors === undefined) throw new Error(`the action was not refused: ${JSON.stringify(result)}`);
  return result.errors.map(({ message }) => message);
}
