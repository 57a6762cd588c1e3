import { describe, expect, it } from 'vitest'
import { noteKey, noteXml } from '../../../fixtures/nfe/note'
import { readPdf } from '../../../fixtures/read-pdf'
import { ccePdf, danfePdf } from './danfe-pdf'
import { papersApart } from './draw-apart'

/** Receipts, labels and letters of correction, read back from the PDF. */

const tight = (text: string): string => text.replaceAll(/\s/g, '')
const read = (bytes: Uint8Array) => {
  const { pages, texts } = readPdf(bytes)
  const raw = Buffer.from(bytes).toString('latin1')
  const size = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(raw)
    ?.slice(1)
    .map((one) => Math.round((Number(one) / 72) * 25.4))
  return { pages, texts, all: tight(texts.join('')), width: size?.[0], height: size?.[1] ?? 0 }
}
const QR = 'https://www.fazenda.pr.gov.br/nfce/qrcode?p=1|3|1'
const receipt = (more: Parameters<typeof noteXml>[0] = {}) => noteXml({ mod: '65', tpImp: '4', qrCode: QR, ...more })

const letter = (correction: string, answer = '') =>
  `<procEventoNFe><evento><infEvento><cOrgao>41</cOrgao><tpAmb>1</tpAmb><CNPJ>12345678000195</CNPJ><chNFe>${noteKey({})}</chNFe><dhEvento>2026-11-12T08:00:00-03:00</dhEvento><tpEvento>110110</tpEvento><nSeqEvento>2</nSeqEvento><detEvento><xCorrecao>${correction}</xCorrecao><xCondUso>Condições</xCondUso></detEvento></infEvento></evento>${answer}</procEventoNFe>`

describe('receipts', () => {
  it('are 80 mm wide and as long as their items need', async () => {
    const short = read(await danfePdf(receipt()))
    const long = read(await danfePdf(receipt({ items: Array.from({ length: 40 }, () => ({})) })))
    expect([short.width, long.width, short.pages, long.pages]).toEqual([80, 80, 1, 1])
    expect(long.height - short.height).toBeGreaterThan(200)
    for (const text of [
      'DocumentoAuxiliardaNotaFiscaldeConsumidorEletrônica',
      '2,00UNx10,5021,00',
      'ValorapagarR$21,00',
      'Dinheiro21,00',
      'ConsultepelaChavedeAcessoemwww.fazenda.pr.gov.br/nfce/consulta',
      'NFC-enº000.001.234Série00110/11/202609:30:00',
      'Protocolodeautorização:141260000000001-10/11/202609:31:00',
      'CONSUMIDOR-CNPJ/CPF/ID:11.222.333/0001-81',
    ])
      expect(short.all).toContain(text)
  })

  it('issued off-line and not authorised yet are two, and say so twice each', async () => {
    const { pages, texts } = read(await danfePdf(receipt({ tpEmis: '9', cStat: null })))
    expect(pages).toBe(2)
    expect(texts.filter((text) => text === 'EMITIDA EM CONTINGÊNCIA')).toHaveLength(4)
    expect(texts.filter((text) => text.startsWith('Via d'))).toEqual(['Via do consumidor', 'Via da empresa'])
    const authorised = read(await danfePdf(receipt({ tpEmis: '9' })))
    expect(authorised.pages).toBe(1)
    expect(authorised.all).not.toContain('PENDENTE')
  })

  it('announced to its state before it is authorised say so as well', async () => {
    const { all } = read(await danfePdf(receipt({ tpEmis: '4', cStat: null }), { epec: '935260000000001' }))
    expect(all).toContain('EMITIDAEMCONTINGÊNCIAPENDENTEDEAUTORIZAÇÃO')
    expect(all).toContain('935260000000001')
    expect(all).not.toContain('RECEITAFEDERAL')
  })

  it('where the note does not say where a key is looked up, its state does', async () => {
    const xml = receipt({ tpAmb: '2' }).replace(/<infNFeSupl>.*?<\/infNFeSupl>/, '')
    expect(read(await danfePdf(xml)).all).toContain('http://www.fazenda.pr.gov.br/nfce/consulta')
  })

  it('an unknown consumer is called so, and a reform tax shown', async () => {
    const total =
      '<IBSCBSTot><vBCIBSCBS>21.00</vBCIBSCBS><gIBS><vIBS>0.02</vIBS></gIBS><gCBS><vCBS>0.19</vCBS></gCBS></IBSCBSTot>'
    const { all } = read(await danfePdf(receipt({ more: { total } }).replace(/<dest>.*?<\/dest>/s, '')))
    expect(all).toContain('CONSUMIDORNÃOIDENTIFICADO')
    expect(all).toContain('VALORTOTALDACBS0,19')
  })

  it('of 990 items no page is longer than a PDF may have', async () => {
    const items = Array.from({ length: 990 }, (_, at) => ({ xProd: `Item de número ${at + 1}` }))
    const { pages, all } = read(await danfePdf(receipt({ items })))
    expect(pages).toBe(2)
    expect(items.filter(({ xProd }) => !all.includes(tight(xProd)))).toEqual([])
  })
})

describe('the other forms', () => {
  it('Simplificado Tipo 2 is a receipt of an NF-e', async () => {
    const { all, width } = read(await danfePdf(noteXml({ tpImp: '6', qrCode: QR, tpAmb: '2' })))
    expect(width).toBe(80)
    for (const text of [
      'DANFESimplificadoTipo2',
      'TrocoR$0,00',
      'NF-enº000.001.234',
      'NF-eEMITIDAEMAMBIENTEDEHOMOLOGAÇÃO',
    ])
      expect(all).toContain(text)
  })

  it('the simplified one is a label, unless a sheet is asked for', async () => {
    const xml = noteXml({ tpImp: '3' })
    const { all, width } = read(await danfePdf(xml, { cancelled: true }))
    expect(width).toBe(100)
    for (const text of [
      'DANFESIMPLIFICADO',
      'NF-eCANCELADA',
      'VALORTOTALDANOTAR$21,00',
      'TIPO:1-SAÍDA',
      tight(noteKey({})),
    ])
      expect(all).toContain(text)
    expect(read(await danfePdf(xml, { orientation: 'portrait' })).width).toBe(210)
  })

  it('a logo is drawn beside the emitter that it belongs to; a damaged one spoils nothing', async () => {
    const logo = Uint8Array.from(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
        'base64',
      ),
    )
    const damaged = logo.map((byte, at) => (at >= 41 && at < 53 ? 255 : byte))
    const pictures = async (given: NonNullable<Parameters<typeof danfePdf>[1]>['logo']) =>
      Buffer.from(await danfePdf(noteXml(), { logo: given }))
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length ?? 0
    expect(await pictures(logo)).toBe(1)
    expect(await pictures(new Map([['12345678000195', logo]]))).toBe(1)
    expect(await pictures(new Map([['11222333000181', logo]]))).toBe(0)
    expect(await pictures(damaged)).toBe(0)
  })
})

describe('letters of correction', () => {
  const answer =
    '<retEvento><infEvento><cStat>135</cStat><xMotivo>Evento registrado</xMotivo><nProt>141260000000009</nProt><dhRegEvento>2026-11-12T08:00:05-03:00</dhRegEvento></infEvento></retEvento>'

  it('show the note, the correction and what was answered', async () => {
    const { pages, all } = read(await ccePdf(letter('Onde se lê caixa azul, leia-se caixa verde', answer)))
    expect(pages).toBe(1)
    for (const text of [
      '000.001.234',
      'SEQUÊNCIADOEVENTO2',
      'caixaverde',
      '141260000000009-12/11/202608:00:05',
      '135-Eventoregistrado',
      'Condições',
    ])
      expect(all).toContain(text)
    expect(all).not.toContain('NÃOREGISTRADA')
  })

  it('without an answer say that they are not registered; a long one goes on', async () => {
    const words = Array.from({ length: 2000 }, (_, at) => `palavra${at}`)
    const { pages, all } = read(await ccePdf(letter(words.join(' '))))
    expect(pages).toBe(4)
    expect(all).toContain('NÃOREGISTRADA')
    expect(words.filter((word) => !all.includes(word))).toEqual([])
  })

  it('another event is refused', async () => {
    await expect(ccePdf(letter('x').replace('110110', '110111'))).rejects.toThrow(
      'O XML não é de uma carta de correção.',
    )
  })
})

describe('in a thread of its own', () => {
  it('several notes and letters are drawn into one file, as here', async () => {
    const xmls = [noteXml(), receipt(), noteXml({ tpImp: '2' }), letter('Onde se lê A')]
    const { pages, texts } = read(await papersApart(xmls))
    expect(pages).toBe(4)
    expect(texts.filter((text) => text === 'FOLHA 1/1')).toHaveLength(2)
    expect(texts).toContain('CARTA DE CORREÇÃO ELETRÔNICA')
  })

  it('what is no note is refused in words', async () => {
    await expect(papersApart(['<a/>'])).rejects.toThrow('O XML não é de uma NF-e')
  })
})
