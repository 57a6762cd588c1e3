import { beforeAll, describe, expect, it } from 'vitest'
import { keyOf } from '../../../core/fiscal/mdfe/manifests.fixture'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { call, faults, issuerTest, ok, run, sefaz, server } from '../nota/issuing.fixture'
import {
  act,
  type Carrying,
  carrying,
  ended,
  hurried,
  manifestById,
  manifested,
  noted,
  sent,
  underWay,
} from './carrying.fixture'
import { comparesOpen } from './compare'

/** How manifests end: closed with their route, by their key, or elsewhere; and those that do not. */

issuerTest()

let by: Carrying
beforeAll(async () => {
  by = await carrying()
})

/** How many wait on the page of the area, by the queue's name. */
const waiting = async (name: string): Promise<number> =>
  (await ok('GET', '/api/filas?area=nfe')).data.find(({ nome }: { nome: string }) => nome === name)?.qtd ?? 0

describe('a closing', () => {
  it('that is refused leaves it open, and wanted to be closed once its route is over', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route)
    sefaz.faults.treat({ service: 'manifestEvent', reject: '614' })
    await ok('POST', `/api/nfe/mdfe/${open.id}/encerra`)
    expect(await sent(open.id)).toMatchObject({ status: 3, cStat: '614' })
    sefaz.faults.treat({ service: 'manifestEvent', reject: '614' })
    await ok('POST', `/api/expedicao/rota/${route}/finaliza`, { encerra_mdfe: true })
    expect(await sent(open.id)).toMatchObject({ status: 8, cStat: '614' })
    expect(await faults()).toEqual([])
    expect(await waiting('mdfe_encerrando')).toBe(1)
    await run(`update mdfe set "dhAutorizacao" = "dhAutorizacao" - interval '21 days' where id = ${open.id}`)
    expect([await waiting('mdfe_aberto_20'), await waiting('mdfe_aberto_28')]).toEqual([1, 0])
    await run(`update mdfe set "dhAutorizacao" = "dhAutorizacao" - interval '8 days' where id = ${open.id}`)
    expect(await waiting('mdfe_aberto_28')).toBe(1)
    await ok('POST', `/api/nfe/mdfe/${open.id}/encerra`)
    expect(await sent(open.id)).toMatchObject({ status: 7 })
    expect([await waiting('mdfe_encerrando'), await waiting('mdfe_aberto_20')]).toEqual([0, 0])
  })
})

describe('a manifest', () => {
  it('that loads later has no notes at first and takes them on the way; another takes none', async () => {
    const route = await underWay(by, [await noted(), await noted()])
    const [open] = await manifested(route, { carrega_depois: true })
    expect(open).toMatchObject({ status: 3, qNFe: 0, vCarga: 0 })
    await ok('POST', `/api/nfe/mdfe/${open.id}/incluiNotas`)
    expect(await sent(open.id)).toMatchObject({ qNFe: 2 })
    expect(await act(open.id, 'incluiNotas')).toMatchObject({ status: 400, body: { code: 'nothing_new' } })
    await ended(route)
    const plain = await underWay(by, [await noted()])
    const [other] = await manifested(plain)
    expect(await act(other.id, 'incluiNotas')).toMatchObject({ status: 400, body: { code: 'not_later' } })
    await ended(plain)
  })

  it('that loads later is closed once it has notes, not before', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route, { carrega_depois: true })
    const message = `O MDF-e nº ${open.nMDF} “carrega depois” e ainda não tem notas: inclua as notas antes de encerrar.`
    const refusal = { status: 400, body: { code: 'no_notes', message } }
    expect(await act(open.id, 'encerra')).toMatchObject(refusal)
    expect(await call('POST', `/api/expedicao/rota/${route}/finaliza`, { encerra_mdfe: true })).toMatchObject(refusal)
    await ok('POST', `/api/nfe/mdfe/${open.id}/incluiNotas`)
    await server.runJobs()
    await ended(route)
    expect(await manifestById(open.id)).toMatchObject({ status: 7, qNFe: 1 })
  })

  it('that loads later and is authorised when its route is over waits for its notes, and is closed with them', async () => {
    sefaz.faults.treat({ service: 'manifest', reject: '203' })
    const route = await underWay(by, [await noted()])
    const [refused] = await manifested(route, { carrega_depois: true })
    await ok('POST', `/api/expedicao/rota/${route}/finaliza`)
    await ok('POST', `/api/nfe/mdfe/${refused.id}/substitui`)
    expect(await sent(refused.id)).toMatchObject({ status: 8, qNFe: 0 })
    expect(await faults()).toEqual([])
    await ok('POST', `/api/nfe/mdfe/${refused.id}/incluiNotas`)
    expect(await sent(refused.id)).toMatchObject({ status: 8, qNFe: 1 })
    expect(await act(refused.id, 'incluiNotas')).toMatchObject({ status: 400, body: { code: 'closing' } })
    await ok('POST', `/api/nfe/mdfe/${refused.id}/encerra`)
    expect(await sent(refused.id)).toMatchObject({ status: 7 })
  })
})

describe('those that nobody closed', () => {
  it('are asked of the authority, ours and those of others, and are closed by their key', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route)
    const list = () => ok('GET', '/api/nfe/mdfe/naoEncerrados')
    expect(await list()).toEqual({
      data: [{ chMDFe: open.chMDFe, nProt: open.nProt, mdfe_id: open.id, status: 3, evento: null }],
    })
    await run(`update mdfe set "dhEncerramento" = now(), "chMDFe" = null where id = ${open.id}`)
    expect((await list()).data[0]).toMatchObject({ chMDFe: open.chMDFe, mdfe_id: null })
    const close = (chMDFe: string, nProt = open.nProt) => call('POST', '/api/nfe/mdfe/encerraChave', { chMDFe, nProt })
    expect(await close(keyOf('58', 7))).toMatchObject({
      status: 422,
      body: { errors: { chMDFe: ['A chave não é de um MDF-e desta empresa.'] } },
    })
    sefaz.faults.treat({ service: 'manifestEvent', reject: '614' })
    expect(await close(open.chMDFe)).toMatchObject({ status: 200 })
    await server.runJobs()
    expect((await list()).data[0].evento).toEqual({
      tpEvento: '110112',
      situacao: 'recusado',
      xMotivo: expect.stringMatching(/\w/),
    })
    expect(await close(open.chMDFe)).toMatchObject({ status: 200 })
    await server.runJobs()
    expect(await list()).toEqual({ data: [] })
    sefaz.faults.down('MDFE', '109')
    expect(await call('GET', '/api/nfe/mdfe/naoEncerrados')).toMatchObject({
      status: 503,
      body: { code: 'unanswered' },
    })
    sefaz.faults.up()
    await ended(route)
  })

  it('are closed by their key where ours was given up or refused here', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route)
    await run(`update mdfe set "dhAutorizacao" = null, "dhAbandono" = now() where id = ${open.id}`)
    const { data } = await ok('GET', '/api/nfe/mdfe/naoEncerrados')
    expect(data).toMatchObject([{ chMDFe: open.chMDFe, mdfe_id: open.id, status: 6 }])
    await ok('POST', '/api/nfe/mdfe/encerraChave', { chMDFe: open.chMDFe, nProt: open.nProt })
    expect(await sent(open.id)).toMatchObject({ status: 6 })
    expect(await run(`select mdfe_id, situacao from mdfe_evento where "chMDFe" = '${open.chMDFe}'`)).toEqual([
      { mdfe_id: null, situacao: 'registrado' },
    ])
    expect(await ok('GET', '/api/nfe/mdfe/naoEncerrados')).toEqual({ data: [] })
    await ended(route)
  })
})

describe('every night', () => {
  const closedElsewhere = (chMDFe: string): void => {
    const event = { chMDFe, tpEvento: '110112', nSeqEvento: '1', nProt: '941260000099999', xml: '' }
    sefaz.state.add({ kind: 'manifestEvent', event })
  }
  const compared = () =>
    allBackgroundJobs()
      .get(comparesOpen.name)
      ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })

  it('what somebody closed or cancelled elsewhere is so here, too; what is open stays', async () => {
    const routes = [await underWay(by, [await noted()]), await underWay(by, [await noted('far')])]
    const [[closed], [open]] = [await manifested(routes[0] ?? 0), await manifested(routes[1] ?? 0)]
    closedElsewhere(closed.chMDFe)
    sefaz.faults.down('MDFE', '108')
    await compared()
    expect(await manifestById(closed.id)).toMatchObject({ status: 3 })
    sefaz.faults.up()
    await compared()
    expect(await manifestById(closed.id)).toMatchObject({ status: 7, cStat: '132' })
    expect(await manifestById(open.id)).toMatchObject({ status: 3, versao: open.versao })
    for (const route of routes) await ended(route)
  })

  it('what was to be closed and was refused is so too; what still waits for its answer is left to it', async () => {
    const route = await underWay(by, [await noted()])
    const [refused] = await manifested(route)
    sefaz.faults.treat({ service: 'manifestEvent', reject: '614' })
    await ok('POST', `/api/expedicao/rota/${route}/finaliza`, { encerra_mdfe: true })
    await server.runJobs()
    closedElsewhere(refused.chMDFe)
    await compared()
    expect(await manifestById(refused.id)).toMatchObject({ status: 7, cStat: '132' })
    const other = await underWay(by, [await noted()])
    const [waits] = await manifested(other)
    sefaz.faults.treat({ service: 'manifestEvent', cut: 'after' })
    await ok('POST', `/api/nfe/mdfe/${waits.id}/encerra`)
    expect(await sent(waits.id)).toMatchObject({ status: 8 })
    await compared()
    expect(await manifestById(waits.id)).toMatchObject({ status: 8 })
    expect(await hurried(waits.id)).toMatchObject({ status: 7, cStat: '135' })
    await ended(other)
  })
})

describe('the books', () => {
  it('tell of an open manifest whose route is not under way', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route)
    await run(`update rota set "dhFinalizacao" = now() where id = ${route}`)
    expect(await faults()).toEqual([
      { rule: 'mdfe: o que está aberto é de uma rota liberada e não finalizada', rows: 1 },
    ])
    await run(`update rota set "dhFinalizacao" = null where id = ${route}`)
    await ended(route)
    expect(await manifestById(open.id)).toMatchObject({ status: 7 })
  })
})
