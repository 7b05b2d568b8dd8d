/** Paper is white. @returns a function that stops it */
export function printInLightTheme(): () => void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  const enter = () => {
    before = dataset['colorMode'];
    dataset['colorMode'] = 'light';
  };
  const leave = () => {
    if (before !== undefined) dataset['colorMode'] = before;
  };
  window.addEventListener('beforeprint', enter);
  window.addEventListener('afterprint', leave);
  return () => {
    window.removeEventListener('beforeprint', enter);
    window.removeEventListener('afterprint', leave);
  };
}
