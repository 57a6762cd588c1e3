import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPaper } from '../../../core/banking/paper/arbitrary.fixture'
import { hybridOf, paperOf } from '../../../core/banking/paper/paper.fixture'
import { faults } from '../../../fixtures/paper-faults'
import { codesIn } from '../../../fixtures/read-codes'
import { readPdf } from '../../../fixtures/read-pdf'
import { joined, writeBoletos } from './boletos-pdf'
import { boletosBody, boletosPdf, MOST_BOLETOS, sendBoletos } from './draw-apart'

const many = (count: number) => Array.from({ length: count }, (_, at) => paperOf({ n: at + 1 }))

describe('on paper', () => {
  it('bars and QR Codes are read back from a sheet, the code in both of its parts', async () => {
    for (const banco of ['001', '341', '748']) {
      const paper = hybridOf({}, banco)
      const codes = await codesIn(await boletosPdf([paper], { forma: 'folha' }), ['ITF', 'QRCode'])
      expect(codes.toSorted()).toEqual([paper.codigo_barras, paper.pix, paper.pix].toSorted())
    }
  })

  it('three are read back from a page of a booklet', async () => {
    const papers = [paperOf({ n: 1 }), hybridOf({ n: 2 }, '748'), paperOf({ n: 3 }, '001')]
    const codes = await codesIn(await boletosPdf(papers, { forma: 'carne' }), ['ITF', 'QRCode'])
    expect(codes.toSorted()).toEqual([...papers.map((one) => one.codigo_barras), papers[1]?.pix ?? ''].toSorted())
  })

  it.each(['folha', 'carne'] as const)(
    'a %s tells all that the law and the bank ask for, accents too',
    async (forma) => {
      const { texts } = readPdf(
        await boletosPdf([paperOf({ avalista: { nome: 'Zoé Avalista', documento: '52998224725' } })], { forma }),
      )
      for (const text of [
        'Itaú',
        '341-7',
        '34191.09008 00432.140051 71234.570001 9 16560000128450',
        'Pagável em qualquer banco ou aplicativo de pagamentos',
        'Oficina Mecânica São João Ltda',
        'CNPJ 11.222.333/0001-81',
        'Rua das Araucárias, 1500, Água Verde, Curitiba/PR, 80240-000',
        'Conceição Gonçalves Araújo',
        'CPF 529.982.247-25',
        'Avenida Três Marias, 77, ap. 402, Jardim Botânico, Londrina/PR, 86010-190',
        'Zoé Avalista',
        '0057/12345-7',
        '109/00004321-4',
        'NF 4321/2',
        'DM',
        'N',
        'R$',
        '109',
        '10/11/2026',
        '12/11/2026',
        '10/12/2026',
        '1.284,50',
        '2 de 12',
        'Não receber após 30 dias do vencimento.',
        'Recibo do pagador',
        'Ficha de compensação',
      ])
        expect(texts).toContain(text)
    },
  )

  it('a name too long ends with an ellipsis, before the tax id that stands beside it', async () => {
    const nome = `Companhia ${'Intermunicipal de Desenvolvimento '.repeat(6)}`
    for (const forma of ['folha', 'carne'] as const) {
      const bytes = await boletosPdf([paperOf({ pagador: { nome, documento: '11222333000181' } })], { forma })
      const { texts } = readPdf(bytes)
      expect(texts.filter((text) => /^Companhia Inter.*…$/.test(text)).length).toBeGreaterThanOrEqual(2)
      expect(faults(bytes)).toEqual([])
    }
  })

  it.each([200, 512])('a Pix code of %d signs can be copied from the sheet as it is', async (length) => {
    const pix = `${hybridOf().pix} ${'Nome da loja com  espaços '.repeat(20)}`.slice(0, length - 1) + 'x'
    const bytes = await boletosPdf([paperOf({ pix })], { forma: 'folha' })
    expect(readPdf(bytes).texts.join('')).toContain(pix)
    expect(faults(bytes)).toEqual([])
  })

  it('nothing covers anything else, whatever a boleto says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPaper, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('folha' as const, 'carne' as const),
        async (papers, forma) => {
          expect(faults(await boletosPdf(papers, { forma }))).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('many in one file', () => {
  it('are drawn in a thread, a page each or three to a page, and come whole', async () => {
    const papers = many(40)
    const pages = async (forma: 'folha' | 'carne') => readPdf(await boletosPdf(papers, { forma }))
    const sheets = await pages('folha')
    expect(sheets.pages).toBe(40)
    expect(papers.every(({ nosso_numero }) => sheets.texts.includes(nosso_numero))).toBe(true)
    expect((await pages('carne')).pages).toBe(14)
  })

  it('are given on while they are drawn: no more than a part of them is held', async () => {
    let asked = 0
    const askedAt: number[] = []
    const parts: Uint8Array[] = []
    function* papers() {
      for (const paper of many(120)) {
        asked++
        yield paper
      }
    }
    await writeBoletos(papers(), { forma: 'folha' }, (part) => {
      askedAt.push(asked)
      parts.push(part)
    })
    expect(askedAt.length).toBeGreaterThan(4)
    const steps = askedAt.map((at, index) => at - (askedAt[index - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThan(30)
    expect(readPdf(joined(parts)).pages).toBe(120)
  })

  it('a wrong one is refused with what is wrong, in a thread too', async () => {
    const wrong = { ...paperOf(), valor: '1.00' }
    for (const papers of [[wrong], [...many(5), wrong]])
      await expect(boletosPdf(papers, { forma: 'carne' })).rejects.toMatchObject({
        name: 'CoreError',
        code: 'invalid_boleto',
      })
  })

  it('a wrong one is refused before anything is given out, however many come before it', async () => {
    const wrong = { ...paperOf(), valor: '1.00' }
    const parts: Uint8Array[] = []
    const sending = sendBoletos([...many(60), wrong], { forma: 'folha' }, (part) => void parts.push(part))
    await expect(sending).rejects.toMatchObject({ code: 'invalid_boleto' })
    expect(parts).toEqual([])
    for (const papers of [[wrong], [...many(60), wrong]])
      await expect(boletosBody(papers, 'folha')).rejects.toMatchObject({ code: 'invalid_boleto' })
  })

  it('as a body they come whole, and who leaves it harms nobody', async () => {
    const leaving = await boletosBody(many(60), 'folha')
    await leaving.cancel()
    for (const count of [2, 60]) {
      const bytes = await new Response(await boletosBody(many(count), 'folha')).bytes()
      expect(readPdf(bytes).pages).toBe(count)
    }
  })

  it('more than the most are refused, and drawing ends when nobody waits for it', async () => {
    const one = paperOf()
    const tooMany = Array.from({ length: MOST_BOLETOS + 1 }, () => one)
    await expect(boletosPdf(tooMany, { forma: 'folha' })).rejects.toMatchObject({ code: 'too_many_boletos' })
    const leaving = new AbortController()
    const gone = sendBoletos(tooMany.slice(1), { forma: 'folha', signal: leaving.signal }, () => leaving.abort())
    await expect(gone).rejects.toThrow('cancelled')
  })
})
