import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '../../../core/br/civil-date'
import { asOwner } from '../../../fixtures/as-owner'
import { today } from '../../../fixtures/test-clock'
import { testCnpj } from '../../../fixtures/test-server'
import { byHand, guideById, sentGuide } from '../gnre/guides.fixture'
import { act, carrying, ended, manifestById, manifested, noted, sent, underWay } from '../mdfe/carrying.fixture'
import { billed, nfseById, openServices, sentNfse } from '../nfse/services.fixture'
import { ok, run, server } from '../nota/issuing.fixture'
import { fetched, thisMonth, unzipped } from './zip.fixture'

/** Manifests, notes of services and guides in the file of a month, each in its folder. */

const FROM = `${thisMonth()}-01`
const NEXT = addMonths(FROM, 1)

interface Made {
  readonly cancelled: { id: number; chMDFe: string }
  readonly closed: { id: number; chMDFe: string }
  readonly services: { id: number; chNFSe: string }
  readonly undone: { id: number; chNFSe: string }
  readonly guide: { id: number; nossoNumero: string }
}
let made: Made
let end: () => Promise<void>

beforeAll(async () => {
  end = await openServices()
  const route = await underWay(await carrying(), [await noted()])
  const [first] = await manifested(route)
  await act(first.id, 'cancela', { xJust: 'Viagem que não será feita' })
  const cancelled = await sent(first.id)
  const [second] = await manifested(route)
  await ended(route)
  const { note } = await billed()
  const services = await sentNfse(note.id)
  const { note: wrong } = await billed()
  await sentNfse(wrong.id)
  await ok('POST', `/api/nfse/nfse/${wrong.id}/cancelar`, { xJust: 'Serviço que não foi prestado' })
  const undone = await sentNfse(wrong.id)
  // A draft that no state has answered is in no file.
  const { id } = await byHand()
  await byHand({ nDocOrigem: '78' })
  made = { cancelled, closed: await manifestById(second.id), services, undone, guide: await sentGuide(id) }
}, 60_000)
afterAll(() => end())

const zip = async (more: object = {}) =>
  unzipped(
    await fetched(
      server,
      `/api/nfe/guarda_fiscal/zip?${new URLSearchParams({ mod: '55', de: FROM, ate: today(), ...more }).toString()}`,
    ),
  )
const namesIn = (files: object, ...folders: readonly string[]) =>
  Object.keys(files).filter((name) => folders.includes(name.split('/')[0] ?? ''))
const others = async (more: object = {}) => namesIn(await zip(more), 'mdfe', 'nfse', 'gnre')

describe('the file of a month', () => {
  it('has manifests, notes of services and guides with what came of them, to the byte', async () => {
    const { cancelled, closed, services, undone, guide } = made
    expect([cancelled, closed, services, undone].map(({ id }) => id)).not.toContain(undefined)
    const files = await zip()
    expect(namesIn(files, 'mdfe')).toEqual([
      `mdfe/${cancelled.chMDFe}-mdfe.xml`,
      `mdfe/${closed.chMDFe}-mdfe.xml`,
      `mdfe/${cancelled.chMDFe}-110111-1.xml`,
      `mdfe/${closed.chMDFe}-110112-1.xml`,
    ])
    expect(namesIn(files, 'nfse')).toEqual([
      `nfse/${services.chNFSe}-nfse.xml`,
      `nfse/${undone.chNFSe}-nfse.xml`,
      `nfse/${undone.chNFSe}-101101-1.xml`,
    ])
    expect(namesIn(files, 'gnre')).toEqual([
      `gnre/${guide.nossoNumero}-enviada.xml`,
      `gnre/${guide.nossoNumero}-resposta.xml`,
    ])
    for (const [table, where, name] of [
      ['mdfe_xml', `mdfe_id = ${closed.id} and tipo = 'protocolo'`, `mdfe/${closed.chMDFe}-mdfe.xml`],
      ['nfse_xml', `nfse_id = ${undone.id} and tipo = 'evento_protocolo'`, `nfse/${undone.chNFSe}-101101-1.xml`],
      ['gnre_xml', `gnre_id = ${guide.id} and tipo = 'resposta'`, `gnre/${guide.nossoNumero}-resposta.xml`],
    ] as const) {
      const [kept] = await run(`select xml from ${table} where ${where}`)
      expect(files[name], name).toBe(kept?.xml)
    }
    const told = files['leia-me.txt'] ?? ''
    expect(told).toContain('mdfe: 4 · MDF-e, com os eventos')
    expect(told).toContain('nfse: 3 · NFS-e, com os eventos')
    expect(told).toContain('gnre: 2 · Guias GNRE')
    expect(told).toContain('Nada falta')
  })

  it('of NFC-e has none of them: each document is in one file', async () => {
    expect(await others({ mod: '65' })).toEqual([])
  })

  it('as it is made for the accountant, tells how many there are', async () => {
    await run(`update mdfe set "dhEmi" = "dhEmi" - interval '1 month'`)
    const mes = addMonths(FROM, -1)
    const { id } = await ok('POST', '/api/nfe/guarda_fiscal/gera', { mod: '55', mes })
    await server.runJobs()
    expect(await ok('GET', `/api/nfe/guarda_fiscal/${id}`)).toMatchObject({
      situacao: 'gerada',
      qMdfe: 2,
      qNfse: 0,
      qGnre: 0,
      qFaltas: 0,
    })
    await run(`update mdfe set "dhEmi" = "dhEmi" + interval '1 month'`)
  })

  it('begins and ends with the days of Brazil', async () => {
    const { closed, services, guide } = made
    const at = (instant: string) =>
      run(
        `with a as (update mdfe set "dhEmi" = '${instant}' where id = ${closed.id}), b as (update nfse set "dhEmi" = '${instant}' where id = ${services.id})
         update gnre set "dhPronta" = '${instant}' where id = ${guide.id}`,
      )
    const names = [
      `mdfe/${closed.chMDFe}-mdfe.xml`,
      `nfse/${services.chNFSe}-nfse.xml`,
      `gnre/${guide.nossoNumero}-enviada.xml`,
      `gnre/${guide.nossoNumero}-resposta.xml`,
    ]
    const month = { de: FROM, ate: new Date(Date.parse(NEXT) - 86_400_000).toISOString().slice(0, 10) }
    const within = async () => (await others(month)).filter((name) => names.includes(name))
    const before = await run(
      `select (select "dhEmi"::text from mdfe where id = ${closed.id}) as a, (select "dhEmi"::text from nfse where id = ${services.id}) as b,
        (select "dhPronta"::text from gnre where id = ${guide.id}) as c`,
    )
    await at(`${FROM}T02:59:59Z`)
    expect(await within()).toEqual([])
    await at(`${FROM}T03:00:00Z`)
    expect(await within()).toEqual(names)
    await at(`${NEXT}T02:59:59Z`)
    expect(await within()).toEqual(names)
    await at(`${NEXT}T03:00:00Z`)
    expect(await within()).toEqual([])
    await at(String(before[0]?.a))
  })

  it('of another company has none of them', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })).id
    const stranger = await server.user({ roles: ['admin'], empresas: [other] })
    const { status, body } = await stranger('GET', `/api/nfe/guarda_fiscal/zip?mod=55&de=${FROM}&ate=${today()}`)
    expect([status, String(body).includes('numeros.csv')]).toEqual([200, true])
    expect(/(?:mdfe|nfse|gnre)\//.exec(String(body))).toBeNull()
  })

  it('says what the weekly check says: a text that was changed, one that is gone', async () => {
    const { closed, undone, guide } = made
    await asOwner(server.url, async (owner) => {
      await owner.unsafe(`update mdfe_xml set xml = xml || ' ' where mdfe_id = ${closed.id} and tipo = 'protocolo'`)
      await owner.unsafe(`delete from nfse_xml where nfse_id = ${undone.id} and tipo = 'evento_protocolo'`)
      await owner.unsafe(`delete from gnre_xml where gnre_id = ${guide.id} and tipo = 'resposta'`)
    })
    const told = (await zip())['leia-me.txt'] ?? ''
    expect(told).toContain('Faltas: 3')
    expect(told).toContain(`MDF-e ${closed.chMDFe}: XML diferente`)
    expect(told).toContain(`NFS-e ${undone.chNFSe}: `)
    expect(told).toContain(`Guia GNRE ${guide.nossoNumero}: `)
    expect([await nfseById(undone.id), await guideById(guide.id)]).toMatchObject([{ status: 5 }, { status: 3 }])
  })
})
