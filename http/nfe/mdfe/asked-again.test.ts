import { beforeAll, expect, it } from 'vitest'
import { readManifest } from '../../../core/fiscal/mdfe/read-manifest'
import { ids, issuerTest, ok, run, sefaz } from '../nota/issuing.fixture'
import { digestIn } from '../nota/authorise'
import { act, type Carrying, carrying, ended, manifested, noted, sent, underWay } from './carrying.fixture'

/** A manifest about which a person asks the authority anew, or that is signed anew. */

issuerTest()

let by: Carrying
beforeAll(async () => {
  by = await carrying()
})

const signedOf = async (id: number): Promise<string> => {
  const [row] = await run(
    `select xml from mdfe_xml where mdfe_id = ${id} and tipo = 'assinada' order by id desc limit 1`,
  )
  return String(row?.xml)
}

/** A manifest that was refused, and what was sent of it. */
async function refused(sale?: number) {
  const route = await underWay(by, [sale ?? (await noted())])
  sefaz.faults.treat({ service: 'manifest', reject: '203' })
  const [record] = await manifested(route)
  expect(record).toMatchObject({ status: 2, cStat: '203' })
  return { route, record, xml: await signedOf(record.id) }
}

const NPROT = '941260000009999'
/** The authority has a manifest under its key all the same. */
function keep(chMDFe: string, xml: string, digVal = digestIn(xml)): void {
  const dhRecbto = readManifest(xml).manifest.ide.dhEmi
  sefaz.state.add({ kind: 'manifest', manifest: { chMDFe, tpAmb: '2', nProt: NPROT, dhRecbto, digVal, xml } })
}

it('is asked for by its key, and adopted where the authority has it: nothing is sent', async () => {
  const { route, record, xml } = await refused()
  keep(record.chMDFe, xml)
  const from = sefaz.calls.length
  await ok('POST', `/api/nfe/mdfe/${record.id}/substitui`)
  expect(await sent(record.id)).toMatchObject({ status: 3, nProt: NPROT })
  expect(sefaz.calls.slice(from)).toEqual(['manifestQuery'])
  await ended(route)
})

it('stays refused where the authority refuses it once more, for its new reason; meanwhile it is neither mended nor given up', async () => {
  const { route, record } = await refused()
  sefaz.faults.treat({ service: 'manifest', reject: '212' })
  await ok('POST', `/api/nfe/mdfe/${record.id}/substitui`)
  for (const verb of ['corrige', 'abandona'])
    expect(await act(record.id, verb, { xJust: 'A carga não vai mais sair' }), verb).toMatchObject({
      status: 400,
      body: { code: 'waiting', message: 'Este MDF-e espera a resposta da SEFAZ.' },
    })
  expect(await sent(record.id)).toMatchObject({ status: 2, cStat: '212' })
  await ok('POST', `/api/nfe/mdfe/${record.id}/corrige`)
  expect(await sent(record.id)).toMatchObject({ status: 3, nMDF: record.nMDF })
  await ended(route)
})

it('of which the authority has another under its key says so, and stops its series', async () => {
  const { route, record, xml } = await refused()
  keep(record.chMDFe, xml, 'b3V0cm8=')
  await ok('POST', `/api/nfe/mdfe/${record.id}/substitui`)
  expect(await sent(record.id)).toMatchObject({
    status: 2,
    problemas: [
      { message: 'A SEFAZ tem outro MDF-e com a chave deste: a série foi parada. Avise o suporte.', cStat: '100' },
    ],
  })
  expect(await run(`select ativo from serie_numero where id = ${record.serie_numero_id}`)).toEqual([{ ativo: false }])
  await run(`update serie_numero set ativo = true where id = ${record.serie_numero_id}`)
  sefaz.state.add({
    kind: 'manifestEvent',
    event: { chMDFe: record.chMDFe, tpEvento: '110112', nSeqEvento: '1', nProt: NPROT, xml: '' },
  })
  await ended(route)
})

it('is signed anew for the environment of its series, whatever the company is in by now', async () => {
  const { route, record } = await refused()
  await run('update empresa set ambiente = 1')
  await ok('POST', `/api/nfe/mdfe/${record.id}/corrige`)
  await run('update empresa set ambiente = 2')
  expect(readManifest(await signedOf(record.id)).manifest.ide.tpAmb).toBe('2')
  expect(await sent(record.id)).toMatchObject({ status: 3, tpAmb: 2 })
  await ended(route)
})

it('goes the way that was asked, and where none was, one that is computed each time', async () => {
  const sale = await noted('far')
  await run(`insert into municipio (id, "xMun", "UF") values (3304557, 'Rio de Janeiro', 'RJ') on conflict do nothing`)
  await run(`update cliente set "UF" = 'RJ', "cMun" = 3304557 where id = ${ids.far}`)
  const { route, record } = await refused(sale)
  const way = async () => readManifest(await signedOf(record.id)).manifest.ide.infPercurso?.map((one) => one.UFPer)
  expect(await way()).toEqual(['SP'])
  expect(record.infPercurso).toBeNull()
  await ok('PUT', `/api/nfe/mdfe/${record.id}`, { infPercurso: 'sp, mg' })
  await ok('POST', `/api/nfe/mdfe/${record.id}/corrige`)
  expect(await way()).toEqual(['SP', 'MG'])
  expect(await sent(record.id)).toMatchObject({ status: 3, infPercurso: 'SP, MG' })
  await ended(route)
})
