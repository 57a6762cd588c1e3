/** The kinds of files that are given out. */
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  xml: 'application/xml; charset=utf-8',
  zip: 'application/zip',
  // Bytes as they came: their letters are whatever their sender writes.
  txt: 'application/octet-stream',
} as const

export type FileFormat = keyof typeof TYPES

/** What an action answers instead of JSON: a file to keep. `name` is without its ending, of letters, digits, `-` and `_`; whole where the ending is not ours to choose (`CB261101.REM`). */
export class Download {
  constructor(
    readonly name: string,
    readonly format: FileFormat,
    readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string,
    readonly isWhole = false,
  ) {}
}

/** A file as it is sent: saved by who asked, or of a print looked at first; run by nobody, kept by no cache. */
export function fileResponse({ name, format, body, isWhole }: Download): Response {
  const shown = format === 'pdf' ? 'inline' : 'attachment'
  return new Response(body, {
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `${shown}; filename="${isWhole ? name.replaceAll(/[^\w.-]/g, '_') : `${name.replaceAll(/[^\w-]/g, '_')}.${format}`}"`,
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}
