import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { authoriseAnswer, distributionAnswer, eventAnswer, queryAnswer, receiptAnswer, voidAnswer } from './answers'

const folder = join(CONFORMANCE, 'fiscal/samples')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

describe.skipIf(!hasConformance)('answers of the samples', () => {
  it('of documents are read, authorised or not', () => {
    expect(authoriseAnswer(read('soap/l10n-brazil__retEnviNFe_autorizada.xml')).protocols[0]).toMatchObject({
      cStat: '100',
    })
    expect(authoriseAnswer(read('soap/l10n-brazil__denegada.xml')).protocols[0]).toMatchObject({
      cStat: '302',
      nProt: '333230000396082',
    })
    expect(authoriseAnswer(read('soap/sped-nfe__exemplo_retorno_sucesso_envia_lote.xml'))).toMatchObject({
      cStat: '104',
      protocols: [{ cStat: '100', nProt: '143210000624926', digVal: 'aWpBMlDjIlWUn2ALNSdwzLi2ntE=' }],
    })
    expect(authoriseAnswer(read('nfe-servicos/sped-nfe__retEnviNFe.xml')).protocols.length).toBe(1)
    const receipts = [
      read('soap/sped-nfe__2017reconsrec.xml'),
      read('nfe-servicos/sped-common__11101284613439000180550010000004881093997017-protNFe.xml'),
    ]
    for (const one of receipts) expect(receiptAnswer(one).protocols[0]?.chNFe).toMatch(/^\d{44}$/)
  })

  it('of keys and events are read, those of before events too', () => {
    expect(queryAnswer(read('soap/l10n-brazil__autorizado.xml'))).toMatchObject({
      cStat: '100',
      protocol: { nProt: '126200000020426' },
    })
    expect(queryAnswer(read('soap/l10n-brazil__cancelado.xml'))).toMatchObject({
      cStat: '101',
      events: [{ tpEvento: '110111', nProt: '143060000295038' }],
    })
    expect(queryAnswer(read('soap/l10n-brazil__nao_consta_na_base.xml'))).toMatchObject({
      cStat: '217',
      protocol: null,
      events: [],
    })
    expect(eventAnswer(read('soap/l10n-brazil__nfce_cancelamento.xml'))).toMatchObject({
      cStat: '128',
      events: [{ cStat: '135', nSeqEvento: '1' }],
    })
    const old = read('nfe-servicos/sped-common__11101284613439000180550010000004881093997017-retCancNFe.xml')
    expect(queryAnswer(old).events[0]?.tpEvento).toBe('110111')
  })

  it('of voided numbers are read, of a company and of a person', () => {
    expect(voidAnswer(read('soap/sped-nfe__response_inut_cnpj.xml'))).toMatchObject({
      cStat: '102',
      nNFIni: '53',
      nProt: '152250025831513',
    })
    expect(voidAnswer(read('soap/sped-nfe__response_inut_cpf.xml'))).toMatchObject({
      CNPJ_CPF: '00000000000',
      serie: '920',
    })
    expect(voidAnswer(read('soap/l10n-brazil__nfe_inutilizacao.xml')).cStat).toBe('102')
  })

  it('of the distribution are read as the index says', () => {
    interface Sample {
      readonly file: string
      readonly expected?: {
        readonly cStat: string
        readonly ultNSU: number
        readonly maxNSU: number
        readonly docs: readonly { readonly NSU: number; readonly kind: string }[]
      }
    }
    const { items } = conformance<{ items: readonly Sample[] }>('fiscal/samples/index.json')
    const files = readdirSync(join(folder, 'nfe-distribuicao')).filter((name) => name.includes('retDistDFeInt'))
    for (const name of files) {
      const said = distributionAnswer(read(`nfe-distribuicao/${name}`))
      const { expected } = items.find((one) => one.file.endsWith(name)) ?? {}
      const { cStat, ultNSU, maxNSU } = said
      expect({ cStat, ultNSU: Number(ultNSU), maxNSU: Number(maxNSU) }).toEqual({
        cStat: expected?.cStat,
        ultNSU: expected?.ultNSU,
        maxNSU: expected?.maxNSU,
      })
      expect(said.documents.map((one) => [Number(one.NSU), one.schema.split('_')[0]])).toEqual(
        expected?.docs.map((one) => [one.NSU, one.kind]),
      )
    }
    expect(files.length).toBeGreaterThan(4)
  })
})
