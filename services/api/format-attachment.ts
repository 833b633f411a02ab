/** The `Content-Disposition` of a download. Any other character of the file's name becomes a dash, so that it ends nothing. */
export const formatAttachment = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w.-]+|^\.+|\.(?=\.)/g, '-')}"`;
