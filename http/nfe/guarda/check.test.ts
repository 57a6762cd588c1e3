import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from 'postgres'
import { asOwner } from '../../../fixtures/as-owner'
import { invoiceXml } from '../../../fixtures/nfe/invoice'
import { today } from '../../../fixtures/test-clock'
import { testCnpj } from '../../../fixtures/test-server'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { cleaning } from '../../sis/cleaning'
import { hurried, ids, invoiced, noteById, ok, openIssuer, run, sefaz, sent, server } from '../nota/issuing.fixture'
import { checksKept } from './check'
import { fetched, thisMonth, unzipped } from './zip.fixture'

/** What is kept is only added to, compared with its digests, and outlives everything that the product deletes. */

let note: { id: number; chNFe: string; nNF: number }
let received: { id: number; chave: string }

beforeAll(async () => {
  await openIssuer()
  const { note: made } = await invoiced()
  note = await sent(made.id)
  await ok('POST', `/api/nfe/serie_numero/${ids.serie}/proximoNumero`, { proximo: 4 })
  await sent((await invoiced()).note.id)
  const range = { nfe_serie_id: ids.serie, nIni: 2, nFin: 3, xJust: 'Numeração pulada por engano' }
  await ok('POST', '/api/nfe/inutilizacao/inutiliza', range)
  await hurried(note.id)
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  const form = new FormData()
  const item = { cProd: 'P-1', xProd: 'Parafuso', qCom: '10.0000', vUnCom: '2.00', vProd: '20.00' }
  const xml = invoiceXml({ number: 77, recipient: testCnpj(1), items: [item], vNF: '20.00' })
  form.append('file', new File([xml], 'n.xml'))
  const { id } = await ok('POST', '/api/compras/nfe_compra/uploadXML', form)
  received = await ok('GET', `/api/compras/nfe_compra/${id}`)
}, 60_000)
afterAll(async () => {
  await sefaz.stop()
  await server.close()
})

const runs = (name: string) =>
  allBackgroundJobs()
    .get(name)
    ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })
/** A week later, as far as checks are concerned. */
async function check() {
  await run(`update guarda_conferencia set "dhFim" = "dhFim" - interval '7 days'`)
  await runs(checksKept.name)
  const { data } = await ok('GET', '/api/nfe/guarda_conferencia?orderBy=id&sortedBy=desc&perPage=1')
  return data[0]
}
const asItsOwner = (text: string) => asOwner(server.url, (owner: Sql) => owner.unsafe(text))
const faultOf = async (path: string, id: number) => (await ok('GET', `/api/${path}/${id}`)).falha_guarda
const queue = async () =>
  (await ok('GET', '/api/filas?area=nfe')).data.find(({ nome }: { nome: string }) => nome === 'notas_falha_guarda')

describe('what is kept', () => {
  it('can be neither changed nor deleted by the program', async () => {
    for (const text of [
      `update nfe_xml set xml = 'x'`,
      'delete from nfe_xml',
      'truncate nfe_xml',
      `update nfe_compra_xml set xml = 'x'`,
      'delete from nfe_compra_xml',
    ])
      await expect(run(text), text).rejects.toMatchObject({
        cause: { message: expect.stringContaining('permission denied') },
      })
  })

  it('is checked once a week, and found whole', async () => {
    expect(await check()).toMatchObject({ qDocumentos: 4, qFaltas: 0, dhFim: expect.any(String) })
    const before = await run('select count(*)::int as n from guarda_conferencia')
    await runs(checksKept.name)
    expect(await run('select count(*)::int as n from guarda_conferencia')).toEqual(before)
  })

  it.each([
    [
      'a note',
      () => ['nfe_xml', `nfe_id = ${note.id} and tipo = 'protocolo'`] as const,
      () => ['nfe/nfe', note.id] as const,
    ],
    [
      'a received note',
      () => ['nfe_compra_xml', `nfe_compra_id = ${received.id}`] as const,
      () => ['compras/nfe_compra', received.id] as const,
    ],
    ['a voided range', () => ['inutilizacao', '"nIni" = 2'] as const, () => ['nfe/inutilizacao', 1] as const],
  ])('%s whose text was changed is found, told, and found right again', async (_, where, at) => {
    const [[table, which], [path, id]] = [where(), at()]
    await asItsOwner(`update ${table} set xml = xml || ' ' where ${which}`)
    expect(await check()).toMatchObject({ qFaltas: 1 })
    expect(await faultOf(path, id)).toBe('divergente')
    const files = await unzipped(
      await fetched(server, `/api/nfe/guarda_fiscal/zip?mod=55&de=${thisMonth()}-01&ate=${today()}`),
    )
    expect(files['leia-me.txt']).toContain('XML diferente do que foi guardado')
    await asItsOwner(`update ${table} set xml = left(xml, length(xml) - 1) where ${which}`)
    expect(await check()).toMatchObject({ qFaltas: 0 })
    expect(await faultOf(path, id)).toBeNull()
  })

  it('a note whose text is gone is found, in the queue, on the dashboard and among the numbers', async () => {
    expect(await queue()).toMatchObject({ qtd: 0, ruim: true })
    await asItsOwner(`update nfe_xml set tipo = 'evento' where nfe_id = ${note.id} and tipo = 'protocolo'`)
    await check()
    expect(await noteById(note.id)).toMatchObject({ falha_guarda: 'ausente' })
    expect(await queue()).toMatchObject({ qtd: 1, ruim: true })
    expect((await ok('GET', '/api/painel')).notas_falha_guarda).toMatchObject({ qtd: 1 })
    const { abertos } = await ok('GET', `/api/nfe/guarda_fiscal/resumo?mod=55&de=${thisMonth()}-01&ate=${today()}`)
    expect(abertos).toMatchObject([{ de: note.nNF, destino: 'autorizada', falha: 'ausente', nfe_id: note.id }])
    await asItsOwner(`update nfe_xml set tipo = 'protocolo' where nfe_id = ${note.id} and tipo = 'evento'`)
    await check()
    expect(await queue()).toMatchObject({ qtd: 0, ruim: true })
  })
})

describe('for 132 months', () => {
  it('neither the clean-up nor the end of a person’s data takes anything of it', async () => {
    const all = () =>
      run(
        `select (select jsonb_agg(k order by id) from nfe_xml k) as notas, (select jsonb_agg(x) from nfe_compra_xml x) as recebidas,
           (select jsonb_agg(jsonb_build_array(i.xml, i.sha256)) from inutilizacao i) as faixas`,
      )
    // Eleven years ago, less a day.
    await asItsOwner(`update nfe_xml set criado_em = now() - interval '131 months 27 days'`)
    await asItsOwner(
      `update nfe set "dhAutorizacao" = "dhAutorizacao" - interval '131 months 27 days', "dhEmi" = "dhEmi" - interval '131 months 27 days'`,
    )
    await run(`update contas_receber set "dhCancelamento" = now()`)
    const before = await all()
    const person = await ok('GET', `/api/cliente/${ids.customer}`)
    await run(`update cliente set "CNPJ_CPF" = null where id = ${ids.customer}`)
    const body = { recurso: 'cliente', registro_id: ids.customer, motivo: 'Pedido da titular', confirma: person.xNome }
    await ok('POST', '/api/cadastros/lgpd/anonimiza', body)
    await run('update lgpd set guarda_ate = current_date')
    await ok('POST', '/api/cadastros/lgpd/expurga')
    await runs(cleaning.name)
    expect((await ok('GET', `/api/cliente/${ids.customer}`)).xNome).not.toBe(person.xNome)
    expect(await all()).toEqual(before)
  })
})
