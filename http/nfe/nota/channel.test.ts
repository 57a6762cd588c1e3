import { expect, it } from 'vitest'
import { testCnpj } from '../../../fixtures/test-server'
import { ids, invoiced, issuerTest, ok, run, sent, server } from './issuing.fixture'

/** Where an order was made, as its note tells it: at no shop, at our own, or in a marketplace (NT 2020.006). */

issuerTest()

const [MARKET, OTHER] = [testCnpj(80), testCnpj(81)]

/** The note of a sale, authorised, as its XML tells the buyer's presence and who stands between. */
async function told(head: object) {
  const { note } = await invoiced(head)
  expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
  const [row] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'assinada'`)
  const xml = String(row?.xml)
  const at = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1]
  return [at('indPres'), at('indIntermed'), at('infIntermed')]
}
const between = (CNPJ: string, id: string) => `<CNPJ>${CNPJ}</CNPJ><idCadIntTran>${id}</idCadIntTran>`

it('a sale without a shop is at a distance, and nobody stands between; one of our own shop was made on the internet', async () => {
  expect(await told({})).toEqual(['9', '0', undefined])
  expect(await told({ canal: 1 })).toEqual(['2', '0', undefined])
})

it('one of a marketplace waits until it is known which, and tells the company’s, or its own', async () => {
  const { note } = await invoiced({ canal: 2 })
  expect(note).toMatchObject({
    status: 0,
    problemas: [
      {
        message: 'A venda é de um marketplace: informe o CNPJ dele na venda ou no cadastro da empresa.',
        place: { resource: 'venda', field: 'CNPJ_intermed', id: note.venda_id },
      },
      { place: { resource: 'venda', field: 'idCadIntTran', id: note.venda_id } },
    ],
  })
  await ok('PUT', `/api/empresa/${server.empresa_id}`, { CNPJ_intermed: MARKET, idCadIntTran: 'queijos-da-serra' })
  expect(await told({ canal: 2 })).toEqual(['2', '1', between(MARKET, 'queijos-da-serra')])
  expect(await told({ canal: 2, CNPJ_intermed: OTHER, idCadIntTran: 'serra2' })).toEqual([
    '2',
    '1',
    between(OTHER, 'serra2'),
  ])
  expect(await told({ canal: 1 })).toEqual(['2', '0', undefined])
})

it('an operation that says where the buyer was says it of the shop’s sale too; an NFC-e is of the counter', async () => {
  await ok('PUT', `/api/tipo_entrada_saida/${ids.sells}`, { indPres: 3 })
  expect(await told({ canal: 2 })).toEqual(['3', '1', between(MARKET, 'queijos-da-serra')])
  await ok('PUT', `/api/tipo_entrada_saida/${ids.sells}`, { indPres: 1 })
  expect(await told({ canal: 2 })).toEqual(['1', undefined, undefined])
  await ok('PUT', `/api/tipo_entrada_saida/${ids.sells}`, { indPres: null })
  expect(await told({ canal: 2, geraNFe: 3, cliente_id: ids.consumer })).toEqual(['1', undefined, undefined])
})
