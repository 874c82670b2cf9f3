/** Where the API is: beside the page, whatever prefix a proxy has put before both. */
export function apiUrl(path: string): string {
  return new URL(path.replace(/^\//, ''), new URL('.', document.baseURI)).href
}
