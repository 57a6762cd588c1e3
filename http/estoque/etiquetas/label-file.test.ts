import { describe, expect, it } from 'vitest'
import { drawLabel } from '../../../core/labels/draw'
import { SAMPLE } from '../../../core/labels/fields'
import { GIVEN_TEMPLATES } from '../../../core/labels/template'
import { readPdf } from '../../../fixtures/read-pdf'
import { labelFile } from './label-file'

/** One definition of a label is a file of any kind. */

const told = [{ name: 'A primeira', record: SAMPLE }]

describe('a label as a PDF', () => {
  it.each(GIVEN_TEMPLATES.map((one) => [one.descricao, one] as const))('%s says what it draws', async (_, template) => {
    const { format, bytes } = await labelFile(template, told, { format: 'pdf' })
    const { pages, texts, rectangles } = readPdf(Buffer.from(bytes))
    const { marks } = drawLabel(template, SAMPLE)
    expect([format, pages]).toEqual(['pdf', 1])
    expect(texts).toEqual(marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])))
    const dark = marks.reduce(
      (sum, mark) =>
        sum +
        (mark.kind === 'bars' ? (mark.symbol.modules.match(/1+/g) ?? []).length : 0) +
        (mark.kind === 'qr' ? mark.code.runs.length : 0),
      0,
    )
    expect(rectangles).toBe(dark)
  })
})

it('files of printers say which code page they are in', async () => {
  const [template] = GIVEN_TEMPLATES
  for (const [format, type] of [
    ['zpl', 'text/plain; charset=utf-8'],
    ['epl', 'text/plain; charset=windows-1252'],
    ['ppla', 'text/plain; charset=cp850'],
    ['csv', 'text/csv; charset=utf-8'],
  ] as const)
    expect(await labelFile(template, told, { format })).toMatchObject({ format, type })
})
