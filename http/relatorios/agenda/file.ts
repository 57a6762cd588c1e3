import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { sheetStream } from '../../platform/export/sheet'
import { batchesOf } from '../../platform/stream'
import type { MailFile } from '../../sis/mail/send'
import { headingOf } from '../heading'
import { csvOf } from '../outputs'
import type { Report, ReportValues } from '../report'
import { reportPdf } from '../report-pdf'
import { sheetColumnsOf, sheetRows, XLSX_LIMIT } from '../workbook'

/** Bytes of a file that a mail carries. */
export const MAIL_FILE_LIMIT = 10 * 1024 * 1024

const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type MailedFormat = keyof typeof TYPES

/** A report as a file of a mail, run in the caller's transaction. Throws 400 `too_large` for one that a mail does not carry. */
export async function reportFile(
  ctx: Ctx,
  report: Report,
  values: ReportValues,
  formato: MailedFormat,
): Promise<MailFile> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of partsOf(ctx, report, values, formato)) {
    size += part.byteLength
    if (size > MAIL_FILE_LIMIT)
      throw badRequest(
        'O arquivo passa de 10 MB, mais do que um e-mail leva: use filtros mais precisos ou outro formato.',
        'too_large',
      )
    parts.push(part)
  }
  return {
    nome: `${report.rel_name}.${formato}`,
    tipo: TYPES[formato],
    base64: Buffer.concat(parts).toString('base64'),
  }
}

async function* partsOf(
  ctx: Ctx,
  report: Report,
  values: ReportValues,
  formato: MailedFormat,
): AsyncGenerator<Uint8Array, void> {
  if (formato === 'pdf') {
    const heading = await headingOf(ctx, report, values)
    yield await reportPdf(ctx, report, values, { landscape: report.wide === true, simple: false, heading })
  } else if (formato === 'xlsx') {
    const rows = sheetRows(batchesOf(ctx, await report.query(ctx, values), XLSX_LIMIT), report.columns)
    yield* await sheetStream(report.title, sheetColumnsOf(report.columns), rows)
  } else {
    const { head, rows, foot, query, limit } = csvOf(report, values)
    const encoder = new TextEncoder()
    yield encoder.encode(await head(ctx))
    for await (const batch of batchesOf(ctx, await query(ctx), limit))
      yield encoder.encode(batch.last ? foot(batch.more) : rows(batch.rows))
  }
}
