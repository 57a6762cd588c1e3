import { beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '../../../core/br/civil-date'
import { invoiceXml } from '../../../fixtures/nfe/invoice'
import { today } from '../../../fixtures/test-clock'
import { testCnpj } from '../../../fixtures/test-server'
import { call, hurried, ids, invoiced, issuerTest, ok, run, sefaz, sent, server } from '../nota/issuing.fixture'
import { fetched, linesOf, thisMonth, unzipped } from './zip.fixture'

issuerTest()

const FROM = `${thisMonth()}-01`
const UNTIL = `${addMonths(FROM, 1).slice(0, 8)}01`
const period = { mod: '55', de: FROM, ate: today() }
const query = (more: object = {}) => new URLSearchParams({ ...period, ...more }).toString()
const summary = async (more: object = {}) => ok('GET', `/api/nfe/guarda_fiscal/resumo?${query(more)}`)
const zip = async (more: object = {}) => unzipped(await fetched(server, `/api/nfe/guarda_fiscal/zip?${query(more)}`))

interface Notes {
  readonly authorised: { id: number; chNFe: string; nNF: number }
  readonly cancelled: { id: number; chNFe: string; nNF: number }
  readonly refused: { id: number; nNF: number }
  readonly given: { id: number; nNF: number }
}
let notes: Notes
let received = ''

async function authorised(head: object = {}) {
  const { note } = await invoiced(head)
  const after = await sent(note.id)
  expect(after.status).toBe(3)
  return after
}

async function refusedNote() {
  sefaz.faults.treat({ service: 'authorise', reject: '806' })
  const { note } = await invoiced()
  const after = await sent(note.id)
  expect(after.status).toBe(2)
  return after
}

beforeAll(async () => {
  const one = await authorised()
  await ok('POST', `/api/nfe/nfe/${one.id}/setCCe`, { xCorrecao: 'Transportadora correta: Rápida Ltda' })
  await sent(one.id)
  const cancelled = await authorised()
  await ok('POST', `/api/nfe/nfe/${cancelled.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
  expect((await sent(cancelled.id)).status).toBe(5)
  const refused = await refusedNote()
  const given = await refusedNote()
  await ok('POST', `/api/nfe/nfe/${given.id}/abandona`, { xJust: 'Emitida em duplicidade, será refeita' })
  // Numbers 5 to 9 are jumped over; 5 and 6 are voided.
  await ok('POST', `/api/nfe/serie_numero/${ids.serie}/proximoNumero`, { proximo: 10 })
  await authorised()
  await ok('POST', '/api/nfe/inutilizacao/inutiliza', {
    nfe_serie_id: ids.serie,
    nIni: 5,
    nFin: 6,
    xJust: 'Numeração pulada por engano',
  })
  await hurried(one.id)
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  const form = new FormData()
  const item = { cProd: 'P-1', xProd: 'Parafuso', qCom: '10.0000', vUnCom: '2.00', vProd: '20.00' }
  form.append(
    'file',
    new File([invoiceXml({ number: 77, recipient: testCnpj(1), items: [item], vNF: '20.00' })], 'n.xml'),
  )
  const { id } = await ok('POST', '/api/compras/nfe_compra/uploadXML', form)
  received = (await ok('GET', `/api/compras/nfe_compra/${id}`)).chave
  notes = { authorised: one, cancelled, refused, given }
}, 60_000)

describe('what became of numbers', () => {
  it('tells every number of the series, from the first to the last', async () => {
    const { series, abertos, qAbertos, homologacao } = await summary()
    expect(homologacao).toBe(true)
    expect(series).toEqual([
      {
        id: ids.serie,
        serie: 1,
        de: 1,
        ate: 10,
        numeros: {
          autorizada: 2,
          cancelada: 1,
          substituida: 0,
          denegada: 0,
          inutilizada: 2,
          andamento: 1,
          abandonada: 1,
          sem_destino: 3,
        },
      },
    ])
    expect(qAbertos).toBe(5)
    expect(abertos).toMatchObject([
      { de: 3, ate: 3, destino: 'andamento', nfe_id: notes.refused.id },
      { de: 4, ate: 4, destino: 'abandonada', nfe_id: notes.given.id },
      { de: 7, ate: 9, destino: 'sem_destino', nfe_id: null, serie_id: ids.serie },
    ])
    const all = await ok('GET', `/api/nfe/guarda_fiscal/numeros?${query({ serie_id: ids.serie })}`)
    expect(all.proximo).toBeNull()
    expect(all.data.map(({ de, ate, destino }: Record<string, unknown>) => `${de}-${ate} ${destino}`)).toEqual([
      '1-1 autorizada',
      '2-2 cancelada',
      '3-3 andamento',
      '4-4 abandonada',
      '5-6 inutilizada',
      '7-9 sem_destino',
      '10-10 autorizada',
    ])
    const rest = await ok('GET', `/api/nfe/guarda_fiscal/numeros?${query({ serie_id: ids.serie, apos: 6 })}`)
    expect(rest.data).toHaveLength(2)
  })

  it('a month’s numbers begin after those of the month before: none is of two, none of none', async () => {
    await run(
      `update nfe set "dhEmi" = "dhEmi" - interval '40 days' where "nNF" <= 2 and serie_numero_id = ${ids.serie}`,
    )
    const before = (await summary({ de: addMonths(FROM, -2), ate: addMonths(FROM, -1).slice(0, 8) + '28' })).series[0]
    const now = (await summary()).series[0]
    await run(
      `update nfe set "dhEmi" = "dhEmi" + interval '40 days' where "nNF" <= 2 and serie_numero_id = ${ids.serie}`,
    )
    expect([before?.de, before?.ate, now?.de, now?.ate]).toEqual([1, 2, 3, 10])
  })
})

describe('the file', () => {
  it('has each document in its folder under its key, all numbers, and says what is missing', async () => {
    const files = await zip()
    const [a, c] = [notes.authorised.chNFe, notes.cancelled.chNFe]
    const names = Object.keys(files)
    expect(names.filter((name) => !name.startsWith('autorizadas/'))).toEqual([
      `canceladas/${c}-nfe.xml`,
      `canceladas/${c}-110111-1.xml`,
      `eventos/${a}-110110-1.xml`,
      `eventos/${c}-110111-1.xml`,
      expect.stringMatching(/^inutilizadas\/41\d{2}\d{14}55001000000005000000006-inut\.xml$/),
      `recebidas/${received}-nfe.xml`,
      'numeros.csv',
      'leia-me.txt',
    ])
    expect(names).toContain(`autorizadas/${a}-nfe.xml`)
    const [kept] = await run(`select xml from nfe_xml where nfe_id = ${notes.authorised.id} and tipo = 'protocolo'`)
    expect(files[`autorizadas/${a}-nfe.xml`]).toBe(kept?.xml)
    expect(files[`canceladas/${c}-110111-1.xml`]).toContain('<procEventoNFe')
    expect(files[names.find((name) => name.startsWith('inutilizadas/')) ?? '']).toMatch(
      /<ProcInutNFe.*<inutNFe.*<retInutNFe/s,
    )
    const csv = files['numeros.csv'] ?? ''
    expect(csv.startsWith('\uFEFFModelo;Série;Número;Até;Situação;Chave')).toBe(true)
    const lines = linesOf(csv)
    expect(lines.map(([, , n]) => n)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(lines[0]?.slice(0, 6)).toEqual(['55', '1', '1', '1', 'Autorizada', a])
    expect(lines[0]?.[8]).toMatch(/^\d+,\d{2}$/)
    expect(lines[4]?.[4]).toBe('Inutilizada')
    expect(lines[4]?.[9]).toMatch(/^\d+$/)
    expect(lines[7]?.[4]).toBe('Sem destino')
    const told = files['leia-me.txt'] ?? ''
    expect(told).toContain('HOMOLOGAÇÃO')
    expect(told).toContain('autorizadas: 2')
    expect(told).toContain('recebidas: 1')
    expect(told).toContain('Faltas: 2')
    expect(told).toContain('Série 1, números 7 a 9: Número sem nota e sem inutilização')
    expect(told).toContain('Série 1, número 4: Número abandonado, a inutilizar')
  })

  it('is made of the same bytes as long as nothing has changed', async () => {
    const bytes = async () =>
      Buffer.from(await (await fetched(server, `/api/nfe/guarda_fiscal/zip?${query()}`)).arrayBuffer())
    expect((await bytes()).equals(await bytes())).toBe(true)
  })

  it('runs nothing in a spreadsheet, whatever customers are called', async () => {
    await run(`update nfe set "xDest" = '=HYPERLINK("http://x")' where id = ${notes.authorised.id}`)
    expect((await zip())['numeros.csv']).toContain(`"'=HYPERLINK(""http://x"")"`)
    await run(`update nfe set "xDest" = 'Mercado Exemplo Ltda' where id = ${notes.authorised.id}`)
  })

  it('of the other model has none of these', async () => {
    expect(Object.keys(await zip({ mod: '65' }))).toEqual(['numeros.csv', 'leia-me.txt'])
  })
})

describe('who asks, and for what', () => {
  it('422 for a period that ends before it begins, is longer than a year, or is none; and for another model', async () => {
    const status = async (more: object) => [
      (await call('GET', `/api/nfe/guarda_fiscal/resumo?${query(more)}`)).status,
      (await call('GET', `/api/nfe/guarda_fiscal/zip?${query(more)}`)).status,
    ]
    expect(await status({ de: UNTIL, ate: FROM })).toEqual([422, 422])
    expect(await status({ de: '2024-01-01', ate: '2025-01-01' })).toEqual([422, 422])
    expect(await status({ de: '2026-02-30' })).toEqual([422, 422])
    expect(await status({ mod: '57' })).toEqual([422, 422])
    // A refused download gives its place back.
    expect(await status({ mod: '57' })).toEqual([422, 422])
    await zip()
  })

  it('403 without the right, 404 or nothing for people of another company', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })).id
    const stranger = await server.user({ roles: ['admin'], empresas: [other] })
    const named = query({ empresa_id: server.empresa_id })
    expect((await stranger('GET', `/api/nfe/guarda_fiscal/resumo?${named}`)).status).toBe(404)
    expect((await stranger('GET', `/api/nfe/guarda_fiscal/zip?${named}`)).status).toBe(404)
    const own = await stranger('GET', `/api/nfe/guarda_fiscal/resumo?${query()}`)
    expect(own.body.series).toEqual([])
    const seller = await server.user({ permissions: ['show nfe'] })
    expect((await seller('GET', `/api/nfe/guarda_fiscal/resumo?${query()}`)).status).toBe(403)
    expect((await seller('GET', `/api/nfe/guarda_fiscal/zip?${query()}`)).status).toBe(403)
    const reader = await server.user({ permissions: ['show guarda_fiscal'] })
    expect((await reader('GET', `/api/nfe/guarda_fiscal/zip?${query()}`)).status).toBe(200)
    expect((await reader('POST', '/api/nfe/guarda_fiscal/gera', { mod: '55', mes: '2026-01-01' })).status).toBe(403)
  })
})
