import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { noteXml } from '../../fixtures/nfe/note'
import { readPdf } from '../../fixtures/read-pdf'
import { runPrumo } from '../../fixtures/run-prumo'

/** `prumo danfe` as the shell sees it. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-danfe-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const prumo = (...args: readonly string[]) => runPrumo(['danfe', ...args], { folder })

it('draws several notes into one file, without a database', async () => {
  const output = join(folder, 'notas.pdf')
  const notes = [file('1.xml', noteXml()), file('2.xml', noteXml({ items: [{ xProd: 'Arruela' }] }))]
  const { code, out } = await prumo(...notes, '-o', output, '--cancelled', '--landscape')
  expect({ code, out }).toEqual({ code: 0, out: `${output}: 2 documentos.\n` })
  const { pages, texts } = readPdf(readFileSync(output))
  expect(pages).toBe(2)
  expect(texts).toEqual(expect.arrayContaining(['NF-e CANCELADA', 'Arruela']))
})

it('says what is wrong with which file, and writes nothing', async () => {
  const output = join(folder, 'nada.pdf')
  const good = file('boa.xml', noteXml())
  const bad = file('ruim.xml', '<CTe/>')
  expect(await prumo(good, bad, '-o', output)).toMatchObject({
    code: 1,
    err: expect.stringContaining('ruim.xml: O XML não é de uma NF-e'),
  })
  expect(await prumo(good, join(folder, 'falta.xml'), '-o', output)).toMatchObject({ code: 3 })
  expect(await prumo(good)).toMatchObject({ code: 2, err: expect.stringContaining('--output') })
  expect(await prumo(good, '-o', output, '--logo', bad)).toMatchObject({
    code: 1,
    err: 'O logotipo não é PNG nem JPEG.\n',
  })
  expect(await prumo(good, '-o', join(folder, 'sem/pasta.pdf'))).toMatchObject({ code: 3 })
  expect(() => readFileSync(output)).toThrow('ENOENT')
})
