import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../../fixtures/test-clock'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { WAITS_DAYS } from './without-pair'

/** Suppliers' invoices whose entry or payable is not here, and entries and payables whose invoice is not: views and queues of their lists. */

const clock = testClock('2026-11-27T12:00:00-03:00')
let server: TestServer
let other = 0
let supplier = 0
let person = 0
let operation = 0
let numbers = 100

beforeAll(async () => {
  server = await testServer({ clock })
  other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Filial', UF: 'PR' })).id
  supplier = (await server.insert('fornecedor', { xNome: 'Metais do Sul Ltda', CNPJ_CPF: testCnpj(3) })).id
  person = (await server.insert('fornecedor', { xNome: 'Ana Lima', CNPJ_CPF: '52998224725' })).id
  operation = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id
})
afterAll(() => server.close())

const invoice = async (more: object = {}) => {
  const nNF = ++numbers
  const row = await server.insert('nfe_compra', {
    empresa_id: server.empresa_id,
    chave: String(nNF).padStart(44, '4'),
    nNF,
    serie: 1,
    fornecedor_id: supplier,
    dhEmi: '2026-11-10T10:00:00-03:00',
    ...more,
  })
  return { id: row.id, nNF }
}
const entry = async (more: object = {}) =>
  (
    await server.insert('entrada', {
      empresa_id: server.empresa_id,
      fornecedor_id: supplier,
      tipo_entrada_saida_id: operation,
      serie: 1,
      ...more,
    })
  ).id
const payable = async (numero: string | null, more: object = {}) =>
  (
    await server.insert('contas_pagar', {
      empresa_id: server.empresa_id,
      fornecedor_id: supplier,
      numero,
      dEmissao: '2026-11-10',
      dVencimento: '2026-12-10',
      vDup: 10,
      ...more,
    })
  ).id

const listed = async (path: string, custom: object, call = server.admin) => {
  const { status, body } = await call(
    'GET',
    `/api/${path}?perPage=100&custom=${encodeURIComponent(JSON.stringify(custom))}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ id }: { id: number }) => id)
}
const queue = async (name: string, call = server.admin) =>
  (await call('GET', '/api/filas')).body.data.find(({ nome }: { nome: string }) => nome === name)

describe('an invoice with neither entry nor payable', () => {
  const lacking = () => listed('compras/nfe_compra', { sem_conta: true })

  it(`is told ${WAITS_DAYS} days after its issue, until either is there`, async () => {
    const { id, nNF } = await invoice()
    const young = await invoice({ dhEmi: '2026-11-23T10:00:00-03:00' })
    expect(await lacking()).toEqual([id])
    expect(await queue('notas_sem_conta')).toMatchObject({
      qtd: 1,
      ruim: true,
      caminho: '/ui/compras/nfe_compra?visao=Sem+entrada+nem+conta',
    })
    clock.set('2026-11-29T12:00:00-03:00')
    expect(await lacking()).toEqual([young.id, id])
    const title = await payable(`${nNF}/1`)
    expect(await lacking()).toEqual([young.id])
    await server.admin('POST', `/api/contas_pagar/${title}/cancela`, { xJust: 'Lançada por engano aqui' })
    await entry({ nNF: young.nNF })
    expect((await lacking()).includes(young.id)).toBe(false)
  })

  it('is none where it was refused, is a summary, or its issuer cancelled it', async () => {
    const before = await lacking()
    await invoice({ dhRecusa: '2026-11-11T10:00:00-03:00' })
    await invoice({ resumo: true })
    await invoice({ cancelada_emitente: true })
    expect(await lacking()).toEqual(before)
  })
})

describe('an entry without its invoice', () => {
  const lacking = () => listed('entrada', { sem_xml: true })

  it('is told by number or key, and no more once the XML is here; one without a number is none', async () => {
    const before = await lacking()
    const nNF = ++numbers
    const id = await entry({ nNF })
    const keyed = await entry({ chNFe: '7'.repeat(44) })
    await entry()
    expect((await lacking()).filter((one: number) => !before.includes(one))).toEqual([keyed, id])
    expect((await queue('entradas_sem_xml')).caminho).toBe('/ui/estoque/entrada?visao=Sem+o+XML')
    // A summary is no XML.
    const summary = await invoice({ nNF, resumo: true })
    expect(await lacking()).toContain(id)
    await server.pool.transaction({ empresas: 'all', timeZone: 'UTC' }, (db) =>
      db.execute(`update nfe_compra set resumo = false where id = ${summary.id}`),
    )
    expect(await lacking()).not.toContain(id)
    await invoice({ chave: '7'.repeat(44) })
    expect(await lacking()).not.toContain(keyed)
  })
})

describe('a payable without its invoice', () => {
  const lacking = () => listed('contas_pagar', { sem_xml: true })

  it('is told where it bears the number of one, and no more once XML or entry are here', async () => {
    const before = await lacking()
    const [first, second] = [++numbers, ++numbers]
    const one = await payable(`${first}/2`)
    const two = await payable(String(second))
    const found = async () => (await lacking()).filter((id: number) => !before.includes(id))
    expect((await found()).toSorted()).toEqual([one, two])
    await invoice({ nNF: first })
    expect(await found()).toEqual([two])
    await entry({ nNF: second })
    expect(await found()).toEqual([])
  })

  it('is none without such a number, of a person, or of what comes again each month', async () => {
    const before = await lacking()
    await payable('ALUGUEL')
    await payable('12345678901')
    await payable(null)
    await payable(String(++numbers), { fornecedor_id: person })
    await payable(String(++numbers), { tpRecorrencia: 1 })
    expect(await lacking()).toEqual(before)
  })
})

describe('of another company', () => {
  it('nothing is told, neither listed nor counted; 403 and no queue without the right', async () => {
    await invoice()
    const stranger = await server.user({
      permissions: ['show dfe', 'show entrada', 'show contas_pagar'],
      empresas: [other],
    })
    expect(await listed('compras/nfe_compra', { sem_conta: true }, stranger)).toEqual([])
    expect(await listed('entrada', { sem_xml: true }, stranger)).toEqual([])
    expect(await listed('contas_pagar', { sem_xml: true }, stranger)).toEqual([])
    expect(await queue('notas_sem_conta', stranger)).toMatchObject({ qtd: 0 })
    const seller = await server.user({ permissions: ['show venda'] })
    expect((await seller('GET', '/api/compras/nfe_compra?custom={"sem_conta":true}')).status).toBe(403)
    expect(await queue('notas_sem_conta', seller)).toBeUndefined()
  })

  it('an invoice there is no invoice of an entry here', async () => {
    const nNF = ++numbers
    const id = await entry({ nNF })
    await invoice({ nNF, empresa_id: other })
    expect(await listed('entrada', { sem_xml: true })).toContain(id)
  })
})
