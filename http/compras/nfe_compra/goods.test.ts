import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InvoiceItem, type InvoiceOptions, invoiceXml } from '../../../fixtures/nfe/invoice'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'

/** What a received invoice becomes: in which unit, at which cost, of which products; and what of it is told or has to be confirmed. */

let server: TestServer
let un = 0
const PATH = '/api/compras/nfe_compra'

beforeAll(async () => {
  server = await testServer()
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  const { empresa_id } = server
  await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
  un = (await server.insert('unidade', { un: 'UN', descricao: 'Unidade' })).id
})
afterAll(() => server.close())

/** Seven digits with the prefix of codes for use inside a company, and the check digit. */
function gtin(number: number, before = '789000'): string {
  const digits = `${before}${String(number).padStart(12 - before.length, '0')}`
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
/** The code of a box of goods. */
function boxOf(piece: string): string {
  const digits = `1${piece.slice(0, -1)}`
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

let number = 500
const serial = () => ++number

const plain = (more: Partial<InvoiceItem> = {}): InvoiceItem => ({
  cProd: `C${serial()}`,
  xProd: `Produto ${number}`,
  qCom: '10.0000',
  vUnCom: '2.00',
  vProd: '20.00',
  ...more,
})

async function uploaded(items: readonly InvoiceItem[], vNF: string, more: Partial<InvoiceOptions> = {}) {
  const form = new FormData()
  const xml = invoiceXml({ number: serial(), recipient: testCnpj(1), items, vNF, ...more })
  form.append('file', new File([xml], 'nota.xml'))
  const answer = await server.admin('POST', `${PATH}/uploadXML`, form)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const act = (id: number, body: object = {}) => server.admin('POST', `${PATH}/${id}/processarImportacao`, body)

async function imported(
  items: readonly InvoiceItem[],
  vNF: string,
  more: Partial<InvoiceOptions> = {},
  body: object = {},
) {
  const { id, chave } = await uploaded(items, vNF, more)
  const made = await act(id, body)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { body: entry } = await server.admin('GET', `/api/entrada/${made.body.entrada_id}`)
  return { ...entry, chave, avisos: made.body.avisos }
}
const finalised = async (id: number) => {
  const done = await server.admin('POST', `/api/entrada/${id}/finaliza`)
  expect(done.status, JSON.stringify(done.body)).toBe(200)
}
const product = async (id: number) => (await server.admin('GET', `/api/mercadoria/${id}`)).body
const faults = () => asOwner(server.url, (owner) => bookFaults(owner))

describe('goods that are sold in boxes and taxed by the piece', () => {
  const piece = () => gtin(serial())
  const inBoxes = (code: string, more: Partial<InvoiceItem> = {}) =>
    plain({
      cEAN: boxOf(code),
      uCom: 'CX',
      vUnCom: '25.00',
      vProd: '250.00',
      taxed: { uTrib: 'UN', qTrib: '1000.0000', cEANTrib: code },
      ...more,
    })

  it.each([
    ['a product of the piece', (code: string) => ({ un: 'UN', cEAN: code }), { qTrib: 1000, vCustoUn: 0.25 }],
    ['one of the box', (code: string) => ({ un: 'CX', cEAN: boxOf(code) }), { qTrib: 10, vCustoUn: 25 }],
    [
      'one in another unit, by its bar code',
      (code: string) => ({ un: 'PC', cEAN: code }),
      { qTrib: 1000, vCustoUn: 0.25 },
    ],
    [
      'a box of another unit, by its bar code',
      (code: string) => ({ un: 'FD', cEAN: boxOf(code) }),
      { qTrib: 10, vCustoUn: 25 },
    ],
  ])('are %s in what it is counted in', async (_, known, expected) => {
    const code = piece()
    const { un: unit, cEAN } = known(code)
    const { body: units } = await server.admin(
      'GET',
      `/api/unidade?where=${encodeURIComponent(JSON.stringify({ un: unit }))}`,
    )
    const unidade_id = units.data[0]?.id ?? (await server.insert('unidade', { un: unit, descricao: unit })).id
    await server.insert('mercadoria', { xProd: `Sabida ${number}`, unidade_id, cEAN })
    const { entrada_mercadorias } = await imported([inBoxes(code)], '250.00')
    expect(entrada_mercadorias).toMatchObject([expected])
  })

  it('are a new product of the piece, with its code and cost; counted one for one, of the box', async () => {
    const code = piece()
    const made = await imported([inBoxes(code)], '250.00')
    await finalised(made.id)
    const [line] = made.entrada_mercadorias
    expect(await product(line.mercadoria_id)).toMatchObject({
      un: 'UN',
      cEAN: code,
      q_total: 1000,
      vCustoMedio: 0.25,
      custo: 0.25,
    })
    const other = piece()
    const boxes = await imported(
      [inBoxes(other)],
      '250.00',
      {},
      { mercadoria_importacao_list: [{ nItem: 1, fatorConversao: 1, criar: true }] },
    )
    expect(await product(boxes.entrada_mercadorias[0].mercadoria_id)).toMatchObject({
      un: 'CX',
      cEAN: boxOf(other),
      custo: 25,
    })
  })

  it('are what was told of them before, whatever the invoice says', async () => {
    const code = piece()
    const item = inBoxes(code)
    const { id } = await server.insert('mercadoria', { xProd: `Dúzia ${number}`, unidade_id: un })
    await imported(
      [item],
      '250.00',
      {},
      { mercadoria_importacao_list: [{ nItem: 1, mercadoria_id: id, fatorConversao: 12 }] },
    )
    const again = await imported([item], '250.00')
    expect(again.entrada_mercadorias).toMatchObject([{ mercadoria_id: id, fatorConversao: 12, qTrib: 120 }])
  })

  it('of which nothing tells the unit are told', async () => {
    const dz = await server.insert('unidade', { un: 'DZ', descricao: 'Dúzia' })
    const item = inBoxes(piece())
    await server.insert('mercadoria', { xProd: item.xProd, unidade_id: dz.id })
    const { avisos } = await imported([item], '250.00')
    expect(avisos.join()).toContain('confira o fator de conversão')
  })
})

describe('one code of a supplier', () => {
  it('with several bar codes is several products, in one invoice and from one to the next', async () => {
    const [blue, green, red] = [gtin(serial()), gtin(serial()), gtin(serial())]
    const shirt = (cEAN: string, xProd = 'Camisa') => plain({ cProd: 'REF-1', xProd, cEAN })
    const first = await imported([shirt(blue), shirt(green)], '40.00')
    const [b, g] = first.entrada_mercadorias.map((one: { mercadoria_id: number }) => one.mercadoria_id)
    expect(b).not.toBe(g)
    const next = await imported([shirt(green), shirt(red), shirt(blue)], '60.00')
    const [g2, r, b2] = next.entrada_mercadorias.map((one: { mercadoria_id: number }) => one.mercadoria_id)
    expect([g2, b2]).toEqual([g, b])
    expect([b, g]).not.toContain(r)
    expect(await product(r)).toMatchObject({ cEAN: red })
  })

  it('is remembered with the bar code that a person chose a product for', async () => {
    const code = gtin(serial())
    const { id } = await server.insert('mercadoria', { xProd: 'Escolhida', unidade_id: un, cEAN: gtin(serial()) })
    const item = plain({ cProd: 'REF-2', cEAN: code })
    await imported([item], '20.00', {}, { mercadoria_importacao_list: [{ nItem: 1, mercadoria_id: id }] })
    expect((await imported([item], '20.00')).entrada_mercadorias).toMatchObject([{ mercadoria_id: id }])
  })
})

describe('totals', () => {
  it('an item outside the total comes in at no cost, and is told', async () => {
    const made = await imported([plain(), plain({ indTot: '0', vProd: '30.00' })], '20.00')
    expect(made).toMatchObject({ vTotal: 20, entrada_mercadorias: [{ vTotal: 20 }, { qTrib: 10, vTotal: 0 }] })
    expect(made.avisos.join()).toContain('Fora do total da nota, entra sem custo: item 2')
    await finalised(made.id)
  })

  it.each([
    ['the whole', '21.00', /Total: os itens somam R\$ 20,00, e a nota diz R\$ 21,00/],
    ['instalments above it', '20.00', /Duplicatas: somam R\$ 25,00, e a nota diz R\$ 20,00/],
  ])('that do not add up are told when it comes and when it is imported: %s', async (_, vNF, words) => {
    const instalments = vNF === '20.00' ? [{ dVenc: '2026-12-10', vDup: '25.00' }] : []
    const { id, avisos } = await uploaded([plain()], vNF, { instalments })
    const text = (list: string[]) => list.join().replaceAll(/\s/g, ' ')
    expect(text(avisos)).toMatch(words)
    expect(text((await server.admin('GET', `${PATH}/${id}/getImportacaoXmlData`)).body.avisos)).toMatch(words)
    expect(text((await act(id)).body.avisos)).toMatch(words)
  })

  it.each([
    [5, [25]],
    [3, [23]],
    [0, [20]],
    [12, [32]],
  ])('freight told as %d instead of 5 costs %j', async (vTotFrete, costs) => {
    const made = await imported([plain({ vFrete: '5.00' })], '25.00', {}, { vTotFrete })
    expect(made.entrada_mercadorias.map((one: { vTotal: number }) => one.vTotal)).toEqual(costs)
  })
})

describe('a complement', () => {
  it('of a price is a cost of the goods that it completes, and is owed', async () => {
    const first = await imported([plain(), plain({ qCom: '30.0000', vProd: '60.00' })], '80.00')
    await finalised(first.id)
    const complement = await imported([plain({ cProd: 'CMP', qCom: '0.0000', vUnCom: '0', vProd: '8.00' })], '8.00', {
      finNFe: '2',
      refNFe: [first.chave],
      instalments: [{ dVenc: '2026-12-10', vDup: '8.00' }],
    })
    const ids = first.entrada_mercadorias.map((one: { mercadoria_id: number }) => one.mercadoria_id)
    expect(complement.entrada_mercadorias).toMatchObject([
      { mercadoria_id: ids[0], qTrib: 0, vTotal: 2 },
      { mercadoria_id: ids[1], qTrib: 0, vTotal: 6 },
    ])
    await finalised(complement.id)
    expect(await product(ids[0])).toMatchObject({ q_total: 10, vCustoMedio: 2.2 })
    expect(await product(ids[1])).toMatchObject({ q_total: 30, vCustoMedio: 2.2 })
    expect(await faults()).toEqual([])
    const undone = await server.admin('POST', `/api/entrada/${complement.id}/cancela`, {
      xJust: 'Lançado por engano no teste',
    })
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await product(ids[0])).toMatchObject({ q_total: 10, vCustoMedio: 2 })
    expect(await faults()).toEqual([])
  })

  it.each(['2', '3'] as const)('(finNFe %s) of taxes alone can be finalised and moves nothing', async (finNFe) => {
    const made = await imported([plain({ qCom: '0.0000', vUnCom: '0', vProd: '0.00' })], '0.00', { finNFe })
    await finalised(made.id)
    expect(await faults()).toEqual([])
  })

  it('of goods that are no longer there is a cost of those that left', async () => {
    const item = plain({ qCom: '0.0000', vUnCom: '0', vProd: '8.00' })
    const made = await imported([item], '8.00', { finNFe: '2' })
    await finalised(made.id)
    expect(await product(made.entrada_mercadorias[0].mercadoria_id)).toMatchObject({ q_total: 0, vCustoMedio: 0 })
    expect(await faults()).toEqual([])
  })
})

describe('a note that covers no goods', () => {
  it.each(['110', '301', '302', '303', '101', '151', '155', '205'])(
    '400 without confirmation: cStat %s',
    async (cStat) => {
      const { id, avisos } = await uploaded([plain()], '20.00', { cStat })
      expect(avisos.length).toBeGreaterThan(0)
      expect(await act(id)).toMatchObject({ status: 400, body: { code: 'not_authorised' } })
      expect((await server.admin('GET', `${PATH}/${id}`)).body.status).toBe(0)
      expect((await act(id, { confirmaSemAutorizacao: true })).status).toBe(200)
    },
  )
})

describe('several at the same time', () => {
  it('make a product, its unit and its supplier once', async () => {
    const supplier = testCnpj(77)
    const item = plain({ cProd: 'PAR', xProd: 'Paralela', uCom: 'ROLO' })
    const forms = Array.from({ length: 6 }, () => {
      const form = new FormData()
      const xml = invoiceXml({ number: serial(), supplier, recipient: testCnpj(1), items: [item], vNF: '20.00' })
      form.append('file', new File([xml], 'nota.xml'))
      return form
    })
    const sent = await Promise.all(forms.map((form) => server.admin('POST', `${PATH}/uploadXML`, form)))
    expect(sent.map((one) => one.status)).toEqual(forms.map(() => 200))
    const done = await Promise.all(sent.map(({ body }) => act(body.id)))
    expect(done.map((one) => one.status)).toEqual(forms.map(() => 200))
    const count = (path: string, where: object) =>
      server
        .admin('GET', `/api/${path}?where=${encodeURIComponent(JSON.stringify(where))}`)
        .then(({ body }) => body.total)
    expect(await count('mercadoria', { xProd: 'Paralela' })).toBe(1)
    expect(await count('unidade', { un: 'ROLO' })).toBe(1)
    expect(await count('fornecedor', { CNPJ_CPF: supplier })).toBe(1)
  })
})
