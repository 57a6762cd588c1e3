import { beforeEach, describe, expect, it } from 'vitest'
import { testCnpj } from '../../../fixtures/test-server'
import { call, certified, issuerTest, ok, run, sefaz, server } from '../../nfe/nota/issuing.fixture'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { happens, hired, hourLater } from './manifests.fixture'
import { readsDfe } from './sweep'

/** Manifests of others in which the company takes part, as the authority gives them out. */

issuerTest()
beforeEach(async () => {
  await run('update dfe_cursor set "dhProxima" = null, "dhChave" = null')
  hourLater()
})

const PATH = '/api/compras/mdfe_recebido'
const update = () => call('POST', `${PATH}/all/updateDFe`, {})
async function fetched() {
  expect((await update()).body).toEqual({ message: 'Buscando os MDF-e na SEFAZ.' })
  await server.runJobs()
  return listed()
}
async function fetchedAnHourLater() {
  await run('update dfe_cursor set "dhProxima" = null')
  hourLater()
  return fetched()
}
const listed = async () => (await ok('GET', `${PATH}?orderBy=id&sortedBy=asc&perPage=100`)).data
const last = async () => (await fetchedAnHourLater()).at(-1)
const documents = (chMDFe: string) =>
  run(`select mdfe_recebido_id, mdfe_id, erro, xml from dfe_documento where "chMDFe" = '${chMDFe}' order by id`)
const cursor = async () =>
  (
    await run(
      'select "ultNSU", "cStat", "deNSU", "ateNSU", "dhProxima" > now() + interval \'50 minutes\' as espera from dfe_cursor where mod = 58',
    )
  )[0]
const shared = (chMDFe: string) => sefaz.state.shared.filter((one) => one.chNFe === chMDFe)

describe('manifests of others', () => {
  it('come once, with what they say of the company; an hour passes when there is no more', async () => {
    const { chMDFe, nProt } = await hired()
    await hired(testCnpj(9))
    expect(await fetched()).toMatchObject([
      {
        chMDFe,
        nProt,
        status: 0,
        xNome: 'EMPRESA TESTE UM LTDA',
        participacao: 'Contratante, Responsável pelo seguro',
        UFIni: 'SP',
        UFFim: 'RJ',
        qCTe: 1,
        vCarga: 1104.5,
        modal: 1,
      },
    ])
    expect(await cursor()).toMatchObject({ ultNSU: '000000000000001', cStat: '138', espera: true })
    expect(await update()).toMatchObject({ status: 400, body: { code: 'too_soon' } })
    expect((await documents(chMDFe))[0]?.xml).toBe(shared(chMDFe)[0]?.xml)
    expect(await fetchedAnHourLater()).toHaveLength(1)
  })

  it('have their paper, and their file to the byte', async () => {
    const [one] = await listed()
    expect((await ok('GET', `${PATH}/${one.id}/printDamdfe`)).slice(0, 5)).toBe('%PDF-')
    expect(await ok('GET', `${PATH}/${one.id}/getXml`)).toBe(shared(one.chMDFe)[0]?.xml)
  })

  it('are closed and cancelled by their events, also by one that came before', async () => {
    const [open, other] = [await hired(), await hired()]
    await fetched()
    const { chMDFe, nProt } = open
    await happens(chMDFe, {
      tpEvento: '110112',
      nProt,
      dtEnc: new Date().toISOString().slice(0, 10),
      cUF: '33',
      cMun: '3304557',
    })
    await happens(other.chMDFe, { tpEvento: '110111', nProt: other.nProt, xJust: 'Viagem que não será feita' })
    const [, closed, cancelled] = await fetchedAnHourLater()
    expect(closed).toMatchObject({ chMDFe, status: 1, dhCancelamento: null })
    expect(cancelled).toMatchObject({ status: 2, xJust: 'Viagem que não será feita', dhEncerramento: null })
    const late = await hired()
    await happens(late.chMDFe, { tpEvento: '110111', nProt: late.nProt, xJust: 'Viagem que não será feita' })
    const [whole, event] = shared(late.chMDFe)
    sefaz.state.shared.splice(-2, 2, event!, whole!)
    expect(await last()).toMatchObject({ chMDFe: late.chMDFe, status: 2 })
  })

  it('that are our own are recognised, and are nobody else’s', async () => {
    const { chMDFe } = await hired()
    const [given] = shared(chMDFe)
    const cnpj = testCnpj(1)
    const own = chMDFe.slice(0, 6) + cnpj + chMDFe.slice(20)
    sefaz.state.shared.splice(-1, 1, { ...given!, chNFe: own, xml: given!.xml.replaceAll(chMDFe, own) })
    const before = (await listed()).length
    expect(await fetched()).toHaveLength(before)
    expect(await documents(own)).toMatchObject([{ mdfe_recebido_id: null, erro: null }])
  })

  it('what cannot be read is kept, with why', async () => {
    const { chMDFe } = await hired()
    const [given] = shared(chMDFe)
    sefaz.state.shared.splice(-1, 1, { ...given!, xml: given!.xml.replace(/<vCarga>[^<]*/, '<vCarga>muito') })
    const before = (await listed()).length
    expect(await fetched()).toHaveLength(before)
    expect(await documents(chMDFe)).toMatchObject([{ erro: 'XML danificado: vCarga não é um valor.' }])
  })

  it('what cannot be unpacked is kept as it came, and keeps nothing else from coming', async () => {
    const [whole, next] = [await hired(), await hired()]
    const [given] = shared(whole.chMDFe)
    sefaz.state.shared.splice(-2, 1, { ...given!, xml: given!.xml + ' '.repeat(20_000_000) })
    expect((await fetched()).at(-1)).toMatchObject({ chMDFe: next.chMDFe })
    expect(await run('select erro, "chMDFe" from dfe_documento order by id desc offset 1 limit 1')).toEqual([
      { erro: 'O documento não pôde ser descompactado.', chMDFe: null },
    ])
  })

  it('what was given out and did not arrive is fetched by its number, once each', async () => {
    const before = (await listed()).length
    const lost = [await hired(), await hired()]
    sefaz.faults.treat({ service: 'manifestDistribution', cut: 'after' })
    await fetched()
    // Asked again within the hour, the authority says how far it has given out, and shuts the company out.
    await fetched()
    const { ateNSU, ultNSU } = (await cursor()) ?? {}
    expect(await cursor()).toMatchObject({ cStat: '656', espera: true, ultNSU: ateNSU })
    expect(await listed()).toHaveLength(before)
    const next = await hired()
    const all = await fetchedAnHourLater()
    expect(all.slice(before).map((one: { chMDFe: string }) => one.chMDFe)).toEqual(
      [...lost, next].map(({ chMDFe }) => chMDFe),
    )
    expect(await cursor()).toMatchObject({ deNSU: null, ateNSU: null, cStat: '138' })
    expect(Number((await cursor())?.ultNSU)).toBe(Number(ultNSU) + 1)
  })

  it('are fetched by the clock for companies that want it, and for no others', async () => {
    const byTheClock = () =>
      allBackgroundJobs()
        .get(readsDfe.name)
        ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })
    const from = sefaz.calls.length
    await byTheClock()
    expect(sefaz.calls.slice(from)).toEqual([])
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { busca_mdfe: true })
    await byTheClock()
    expect(sefaz.calls.slice(from)).toEqual(['manifestDistribution'])
  })

  it('503 without a certificate, and nothing is lost', async () => {
    const { chMDFe } = await hired()
    const before = await cursor()
    await run('delete from empresa_certificado')
    expect(await update()).toMatchObject({ status: 503, body: { code: 'integration_not_configured' } })
    expect(await cursor()).toEqual(before)
    await certified()
    expect((await fetched()).at(-1)).toMatchObject({ chMDFe })
  })
})
