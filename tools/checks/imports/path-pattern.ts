/** Whether `path` is what the pattern names, or lies under it; a pattern may leave off the extension. */
export function isWithin(path: string, pattern: string): boolean {
  const names = path.split('/');
  return pattern.split('/').every((part, index) => {
    const name = names[index];
    if (name === undefined) return false;
    const expression = new RegExp(`^${part.split('*').map(escapeForRegExp).join('[^/]*')}$`);
    return expression.test(name) || expression.test(name.replace(/\.tsx?$/, ''));
  });
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
}
