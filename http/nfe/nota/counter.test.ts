import { beforeAll, describe, expect, it } from 'vitest'
import { ids, invoiced, issuerTest, ok, run, sent, server } from './issuing.fixture'

/** Goods of 19.5 % in the state, sold to somebody who lives in another one: what counts is where they go. */

issuerTest()

let tourist: number
let product: number
let counter: number
beforeAll(async () => {
  const insert = async (resource: string, values: object) => (await server.insert(resource, { ...values })).id
  const lives = { xLgr: 'Rua Longe', nro: '1', xBairro: 'Centro', CEP: '01001000', UF: 'SP', cMun: 3550308 }
  tourist = await insert('cliente', { ...lives, xNome: 'Turista de São Paulo', CNPJ_CPF: '52998224725' })
  product = await insert('mercadoria', { codigo: 'Q2', xProd: 'Queijo curado', NCM: '04069020' })
  const { id: _, ...rule } = await ok('GET', `/api/nfe/tributacao/${ids.rule}`)
  const { descricao, taxCode, cstPIS, pPIS, cstCOFINS, pCOFINS, cstIBSCBS, cClassTrib } = rule
  const codes = { descricao, taxCode, cstPIS, pPIS, cstCOFINS, pCOFINS, cstIBSCBS, cClassTrib }
  await ok('POST', '/api/nfe/tributacao', { ...codes, NCM: '04069020', pICMS: 19.5, pICMSUFDest: 18 })
  const { cfop_list } = await ok('GET', `/api/tipo_entrada_saida/${ids.sells}`)
  const lines = cfop_list.map(({ origem, st, destino, contribuinte, CFOP }: Record<string, unknown>) => ({
    origem,
    st,
    destino,
    contribuinte,
    CFOP,
  }))
  const presence = { natOp: 'Venda de mercadoria', movimenta_estoque: false, indPres: 1, cfop_list: lines }
  counter = (await ok('POST', '/api/tipo_entrada_saida', { descricao: 'Venda no balcão', ...presence })).id
})

/** What an authorised note says of its only item. */
async function saidOf(head: object) {
  const { note } = await invoiced({ cliente_id: tourist, ...head }, { mercadoria_id: product })
  expect(note.problemas).toBeNull()
  expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
  const [row] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'assinada'`)
  const first = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(String(row?.xml))?.[1]
  return Object.fromEntries(
    ['idDest', 'indFinal', 'indPres', 'CFOP', 'pICMS', 'pICMSUFDest'].map((name) => [name, first(name)]),
  )
}

describe('a consumer of another state', () => {
  it('is sent goods at the interstate rate, with the share of the state that they go to', async () => {
    expect(await saidOf({ geraNFe: 1 })).toEqual({
      idDest: '2',
      indFinal: '1',
      indPres: '9',
      CFOP: '6108',
      pICMS: '12.0000',
      pICMSUFDest: '18.0000',
    })
  })

  it('takes them along from the counter as anybody does here, by NF-e and by NFC-e', async () => {
    const here = { idDest: '1', indFinal: '1', indPres: '1', CFOP: '5102', pICMS: '19.5000', pICMSUFDest: undefined }
    expect(await saidOf({ geraNFe: 1, tipo_entrada_saida_id: counter })).toEqual(here)
    expect(await saidOf({ geraNFe: 3 })).toEqual(here)
  })
})
