import { describe, expect, it } from 'vitest'
import { noteKey, noteXml } from '../../../fixtures/nfe/note'
import { readPdf } from '../../../fixtures/read-pdf'
import { danfePdf, papersPdf, readPaper } from './danfe-pdf'

/** What is on the paper, read back from the PDF, blanks apart: texts wrap where they must. */
const tight = (text: string): string => text.replaceAll(/\s/g, '')
const read = async (xml: string, options: Parameters<typeof danfePdf>[1] = {}) => {
  const { pages, texts } = readPdf(await danfePdf(xml, options))
  return { pages, texts, all: tight(texts.join('')) }
}

describe('DANFE on A4', () => {
  it('shows the note on one sheet', async () => {
    const { pages, all } = await read(noteXml({ dues: 3, infCpl: 'Pedido do cliente' }))
    expect(pages).toBe(1)
    for (const text of [
      noteKey({}),
      'Nº000.001.234',
      'SÉRIE001',
      'FOLHA1/1',
      '141260000000001-10/11/202609:31:00',
      'MetalúrgicaExemploLtda',
      'ComérciodeTeste&Filhos',
      'Parafusosextavado',
      'V.TOTALDANOTA21,00',
      '0-Remetente(CIF)',
      '03/01/2027',
      'Pedidodocliente',
    ])
      expect(all).toContain(text)
    expect(all).not.toMatch(/RASCUNHO|SEMVALORFISCAL|CANCELADA/)
  })

  it('goes on over as many sheets as it needs, nothing is lost and each sheet says which it is', async () => {
    const items = Array.from({ length: 120 }, (_, at) => ({
      xProd: `Produto número ${at + 1} com nome comprido o bastante para duas linhas`,
      infAdProd: `Detalhe ${at + 1}.`,
    }))
    const infCpl = Array.from({ length: 150 }, (_, at) => `Observação ${at + 1} da nota, escrita por extenso`).join(';')
    for (const orientation of ['portrait', 'landscape'] as const) {
      const { pages, all } = await read(noteXml({ items, infCpl, dues: 120 }), { orientation })
      expect(pages).toBeGreaterThan(2)
      for (let page = 1; page <= pages; page++) expect(all).toContain(`FOLHA${page}/${pages}`)
      const missing = items
        .flatMap(({ xProd, infAdProd }) => [xProd, infAdProd])
        .filter((text) => !all.includes(tight(text)))
      expect(missing).toEqual([])
      expect(infCpl.split(';').filter((text) => !all.includes(tight(text)))).toEqual([])
      expect(all).toContain('28/01/2027112,00')
    }
  })

  it('an item longer than a sheet is parted, and a word longer than its column', async () => {
    const long = Array.from({ length: 700 }, (_, at) => `palavra${at}`).join(' ')
    const { pages, all } = await read(
      noteXml({ items: [{ xProd: 'X'.repeat(120), infAdProd: long }, { xProd: 'Depois' }] }),
    )
    expect(pages).toBe(3)
    expect(all).toContain('X'.repeat(120))
    expect(all).toContain('palavra699')
    expect(all).toContain('Depois')
  })

  it('holds as many items as a note may have', async () => {
    const items = Array.from({ length: 990 }, (_, at) => ({ xProd: `Item de número ${at + 1}` }))
    const { pages, all } = await read(noteXml({ items }))
    expect(pages).toBeLessThan(20)
    expect(items.filter(({ xProd }) => !all.includes(tight(xProd)))).toEqual([])
  })

  it.each([
    [{ tpAmb: '2' }, {}, 'NF-eEMITIDAEMAMBIENTEDEHOMOLOGAÇÃO-SEMVALORFISCAL'],
    [{}, { cancelled: true }, 'NF-eCANCELADA'],
    [{}, { draft: true }, 'RASCUNHO-NF-eSEMAUTORIZAÇÃODEUSO'],
    [{ cStat: null }, {}, 'RASCUNHO-NF-eSEMAUTORIZAÇÃODEUSO'],
    [{ cStat: '301' }, {}, 'NF-eCOMUSODENEGADO'],
    [{ tpEmis: '5', cStat: null }, {}, 'DANFEEMCONTINGÊNCIA-IMPRESSOEMDECORRÊNCIADEPROBLEMASTÉCNICOS'],
    [{ tpEmis: '4', cStat: null }, {}, 'EPECREGULARMENTERECEBIDO'],
    [{ tpEmis: '4', cStat: null }, { epec: '891260000000001 10/11/2026' }, 'PROTOCOLODOEPEC89126000000000110/11/2026'],
    [{ tpEmis: '7' }, {}, 'EmitidaemcontingênciaSVC-RS'],
  ] as const)('says what it is: %j %j', async (note, options, expected) => {
    expect((await read(noteXml(note), options)).all).toContain(expected)
  })

  it('several notes go into one file, each numbered by itself', async () => {
    const { pages, texts } = readPdf(await papersPdf([noteXml(), noteXml({ tpImp: '2' })].map(readPaper)))
    expect(pages).toBe(2)
    expect(texts.filter((text) => text === 'FOLHA 1/1')).toHaveLength(2)
  })

  it('what is no note is refused in words', async () => {
    await expect(danfePdf('<CTe/>')).rejects.toThrow('é um CT-e')
  })
})
