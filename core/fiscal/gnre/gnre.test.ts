import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mod10 } from '../../banking/check-digits'
import { readSlip } from '../../banking/boleto'
import { errorCode } from '../../../fixtures/error-code'
import { sum } from '../../money/decimal'
import { dynamicBrCode } from '../../pix/br-code'
import { expectWhole } from '../layout/hostile.fixture'
import { findElements, isElement, parseXml } from '../xml'
import { guideIn, lotReceipt, lotResult } from './answers'
import { checkGuide } from './check'
import { gnreFunctions } from './functions'
import type { Guide, GuideItem } from './guide'
import { guidesOfNote, type TaxedNote } from './guides-of-note'
import { anyGuide, SAMPLE_GUIDE } from './guides.fixture'
import { gnreLotXml, guideQueryRequest, guideTotal, lotResultRequest, stateRulesRequest } from './lot-xml'
import { type StateRule, stateRulesAnswer } from './rules'

const NS = 'xmlns="http://www.gnre.pe.gov.br"'
const [SAMPLE_ITEM] = SAMPLE_GUIDE.itens
const item = (change: Partial<GuideItem>): Guide => ({ ...SAMPLE_GUIDE, itens: [{ ...SAMPLE_ITEM!, ...change }] })
const guidesIn = (xml: string): Guide[] => findElements(parseXml(xml), 'TDadosGNRE', isElement).map(guideIn)

describe('a lot of guides', () => {
  it('is one element after the other, and each guide tells what it comes to', () => {
    const { xml, faults } = gnreLotXml([SAMPLE_GUIDE])
    expect(faults).toEqual([])
    expect(checkGuide(SAMPLE_GUIDE)).toEqual([])
    expect(xml).toContain('<valor tipo="11">85.50</valor><valor tipo="12">28.50</valor>')
    expect(xml).toContain('</itensGNRE><valorGNRE>114.00</valorGNRE><dataPagamento>2026-11-25</dataPagamento>')
    expect(xml).not.toMatch(/>\s+<|<\w+\/>|<(\w+)><\/\1>/)
  })

  it('of any kind is taken by the layout and our check, and reads back whole: what is built again is the same to the byte', () => {
    const ways = {
      write: gnreLotXml,
      check: (guides: readonly Guide[]) => guides.flatMap((one) => checkGuide(one)),
      read: (xml: string, guides: readonly Guide[]) => {
        const read = guidesIn(xml)
        expect(read).toEqual(guides)
        return read
      },
    }
    expectWhole(fc.array(anyGuide, { minLength: 1, maxLength: 5 }), ways, 200)
  })

  it('comes to the parts of each tax, or to the total where it is told', () => {
    const values = (...pairs: readonly (readonly [string, string])[]) =>
      guideTotal(item({ valores: pairs.map(([tipo, valor]) => ({ tipo, valor })) })).toFixed(2)
    expect(values(['11', '10.00'], ['31', '2.00'], ['41', '0.33'], ['51', '0.01'], ['12', '1.00'])).toBe('13.34')
    expect(values(['11', '10.00'], ['21', '12.34'], ['12', '1.00'], ['32', '0.10'])).toBe('13.44')
    expect(values(['11', '10.00'], ['12', '1.00'], ['22', '1.50'])).toBe('11.50')
    expect(values()).toBe('0.00')
    fc.assert(
      fc.property(anyGuide, (guide) => {
        const alone = guide.itens.map((one) => guideTotal({ ...guide, itens: [one] }))
        expect(guideTotal(guide).eq(sum(alone))).toBe(true)
      }),
    )
  })

  it('has a limit', () => {
    expect(errorCode(() => gnreLotXml([]))).toBe('too_large')
    expect(errorCode(() => gnreLotXml(Array.from({ length: 201 }, () => SAMPLE_GUIDE)))).toBe('too_large')
  })
})

const asks = (name: string, value = 'S') => `<exige${name} campo="x">${value}</exige${name}>`
const rulesXml = (inner: string, receita = '100102') =>
  `<TConfigUf ${NS}><ambiente>1</ambiente><uf>BA</uf><situacaoConsulta><codigo>450</codigo><descricao>Sucesso</descricao></situacaoConsulta><receitas><receita codigo="${receita}" descricao="Consumidor final">${inner}</receita></receitas></TConfigUf>`
const ORIGINS =
  '<tiposDocumentosOrigem campo="d"><tipoDocumentoOrigem><codigo>10</codigo><descricao>Nota</descricao></tipoDocumentoOrigem><tipoDocumentoOrigem><codigo>22</codigo><descricao>Chave</descricao></tipoDocumentoOrigem></tiposDocumentosOrigem>'
const ruleOf = (inner: string, receita?: string): StateRule => stateRulesAnswer(rulesXml(inner, receita)).rules[0]!
const OPEN = `${asks('DataVencimento', 'N')}${asks('DataPagamento', 'N')}<valorExigido>PO</valorExigido>${asks('ValorFecp')}`

describe('what a state asks', () => {
  it('is read of its own answer', () => {
    const extra =
      '<camposAdicionais><campoAdicional><obrigatorio>S</obrigatorio><codigo>76</codigo><tipo>T</tipo><tamanho>44</tamanho><titulo>Chave da NF-e</titulo></campoAdicional></camposAdicionais>'
    expect(
      ruleOf(`${asks('DocumentoOrigem')}${ORIGINS}<valorExigido>P</valorExigido>${asks('Convenio', 'O')}${extra}`),
    ).toMatchObject({
      uf: 'BA',
      receita: '100102',
      descricao: 'Consumidor final',
      exigeDocumento: true,
      tiposDocumento: [{ codigo: '10', descricao: 'Nota' }, { codigo: '22' }],
      valorExigido: 'P',
      convenio: 'O',
      valorFecp: 'N',
      exigeVencimento: true,
      exigeProduto: false,
      camposExtras: [{ codigo: '76', descricao: 'Chave da NF-e', obrigatorio: true, tipo: 'T', tamanho: 44 }],
    })
    expect(
      stateRulesAnswer(
        `<TConfigUf ${NS}><situacaoConsulta><codigo>451</codigo><descricao>Não há</descricao></situacaoConsulta></TConfigUf>`,
      ),
    ).toEqual({ codigo: '451', descricao: 'Não há', rules: [] })
  })

  const EXTRA =
    '<camposAdicionais><campoAdicional><obrigatorio>S</obrigatorio><codigo>76</codigo><tipo>T</tipo><tamanho>2</tamanho><titulo>Chave</titulo></campoAdicional></camposAdicionais>'
  const ASKED: readonly (readonly [RegExp, string, Partial<GuideItem>, string])[] = [
    [/pede o detalhamento/, asks('DetalhamentoReceita'), {}, 'detalhamentoReceita'],
    [/pede o produto/, asks('Produto'), {}, 'produto'],
    [
      /de um destes tipos: 20 \(Leite\)/,
      `${asks('Produto')}<produtos><produto><codigo>20</codigo><descricao>Leite</descricao></produto></produtos>`,
      { produto: '1' },
      'produto',
    ],
    [/pede o documento de origem\./, asks('DocumentoOrigem'), { documentoOrigem: undefined }, 'documentoOrigem'],
    [
      /10 \(Nota\), 22 \(Chave\)/,
      asks('DocumentoOrigem') + ORIGINS,
      { documentoOrigem: { tipo: '24', numero: '1' } },
      'documentoOrigem',
    ],
    [/o mês e o ano/, asks('PeriodoReferencia'), {}, 'referencia'],
    [/o período/, asks('PeriodoApuracao'), {}, 'referencia'],
    [/a parcela/, asks('Parcela'), {}, 'referencia'],
    [/o valor principal/, '<valorExigido>P</valorExigido>', { valores: [{ tipo: '21', valor: '1' }] }, 'valor'],
    [/o valor total/, '<valorExigido>T</valorExigido>', {}, 'valor'],
    [/o valor do fundo de pobreza/, asks('ValorFecp', 'O'), { valores: [{ tipo: '11', valor: '1' }] }, 'valor'],
    [/não leva o fundo/, asks('ValorFecp', 'N'), {}, 'valor'],
    [/o destinatário/, asks('ContribuinteDestinatario'), { contribuinteDestinatario: undefined }, 'destinatario'],
    [/o vencimento/, asks('DataVencimento'), { dataVencimento: undefined }, 'dataVencimento'],
    [/o convênio/, asks('Convenio', 'O'), {}, 'convenio'],
    [/o campo Chave\./, EXTRA, {}, 'camposExtras'],
    [/no máximo 2 caracteres/, EXTRA, { camposExtras: [{ codigo: '76', valor: '123' }] }, 'camposExtras'],
  ]
  it.each(ASKED)('%s is said before it is sent', (message, inner, change, field) => {
    const found = checkGuide(item(change), [ruleOf(inner)]).filter((one) => message.test(one.message))
    expect(found.map(({ place }) => place?.field)).toEqual([field])
  })

  it('is nothing of guides that have it, of other states and of other taxes', () => {
    const all = ruleOf(
      `${asks('DocumentoOrigem')}${ORIGINS}<valorExigido>P</valorExigido>${asks('ValorFecp')}${asks('ContribuinteDestinatario')}`,
    )
    expect(checkGuide(SAMPLE_GUIDE, [all])).toEqual([])
    const strict = ruleOf(`${asks('Produto')}<valorExigido>T</valorExigido>`)
    expect(
      checkGuide(SAMPLE_GUIDE, [
        { ...strict, uf: 'RJ' },
        { ...strict, receita: '100099' },
      ]),
    ).toEqual([])
  })
})

describe('what no state takes is said before, with the field', () => {
  it.each([
    [
      /não confere/,
      { ...SAMPLE_GUIDE, contribuinteEmitente: { identificacao: { CNPJ: '11222333000182' } } },
      'CNPJ_CPF',
    ],
    [/Informe o CNPJ/, { ...SAMPLE_GUIDE, contribuinteEmitente: undefined }, 'CNPJ_CPF'],
    [/precisa de uma receita/, { ...SAMPLE_GUIDE, itens: [] }, 'receita'],
    [/precisa de um valor/, item({ valores: [] }), 'valor'],
    [/UF favorecida: valor não aceito/, { ...SAMPLE_GUIDE, ufFavorecida: '26' }, 'ufFavorecida'],
    [/Código da receita: não está na forma que a GNRE pede/, item({ receita: '1' }), 'receita'],
    [
      /Município do destinatário/,
      item({ contribuinteDestinatario: { identificacao: { CPF: '52998224725' }, municipio: '2927408' } }),
      'cMun',
    ],
  ])('%s', (message, guide, field) => {
    const found = checkGuide(guide).filter((one) => message.test(one.message))
    expect(found.map(({ place }) => place?.field)).toContain(field)
  })

  it('and a value is not asked for where the state computes it', () => {
    const free = ruleOf(`${OPEN}`)
    expect(checkGuide({ ...item({ valores: [], dataVencimento: undefined }) }, [free])).toEqual([])
  })
})

const NOTE: TaxedNote = {
  chNFe: '35261111222333000181550010000010021102030400',
  nNF: '1002',
  UF: 'BA',
  vICMSUFDest: '85.5',
  vFCPUFDest: '28.5',
  vST: 0,
  vFCPST: 0,
  dataVencimento: '2026-11-25',
  dataPagamento: '2026-11-25',
  emitente: SAMPLE_GUIDE.contribuinteEmitente!,
  destinatario: SAMPLE_ITEM!.contribuinteDestinatario!,
}

describe('the guides of a note', () => {
  const told = (note: TaxedNote, rules: readonly StateRule[] = []) =>
    guidesOfNote(note, rules).map(({ itens: [one] }) => [
      one?.receita,
      one?.documentoOrigem?.tipo,
      ...(one?.valores.map(({ tipo, valor }) => `${tipo} ${valor}`) ?? []),
    ])

  it('are one for each tax; the fund goes along where the state takes it', () => {
    expect(told(NOTE)).toEqual([
      ['100102', '10', '11 85.50'],
      ['100129', '10', '11 28.50'],
    ])
    const along = ruleOf(`${asks('ValorFecp')}${asks('DocumentoOrigem')}${ORIGINS}`)
    expect(told(NOTE, [along])).toEqual([['100102', '22', '11 85.50', '12 28.50']])
    expect(told({ ...NOTE, chNFe: '35261112ABC34501DE35550010000000011102030401' }, [along])[0]?.[1]).toBe('10')
    expect(told({ ...NOTE, vFCPUFDest: 0, vST: '10', vFCPST: '2' })).toEqual([
      ['100102', '10', '11 85.50'],
      ['100099', '10', '11 10.00'],
      ['100129', '10', '11 2.00'],
    ])
    expect(told({ ...NOTE, vICMSUFDest: 0 }, [along])).toEqual([['100129', '10', '11 28.50']])
    expect(told({ ...NOTE, vICMSUFDest: 0, vFCPUFDest: 0 })).toEqual([])
  })

  it('carry what the state asks and no more, and pass the check', () => {
    const month = ruleOf(
      `${OPEN}${asks('PeriodoReferencia')}${asks('PeriodoApuracao')}${asks('ContribuinteDestinatario', 'N')}${asks('DocumentoOrigem', 'N')}`,
    )
    const [guide] = guidesOfNote(NOTE, [month])
    expect(guide).toEqual({
      ufFavorecida: 'BA',
      tipoGnre: '0',
      contribuinteEmitente: NOTE.emitente,
      itens: [
        { receita: '100102', referencia: { periodo: '0', mes: '11', ano: '2026' }, valores: SAMPLE_ITEM!.valores },
      ],
    })
    expect(checkGuide(guide!, [month])).toEqual([])
    for (const one of guidesOfNote(NOTE, [])) expect(checkGuide(one)).toEqual([])
  })
})

/** A collection slip of a value, with its digit. */
const barOf = (cents: number) => {
  const rest = `${String(cents).padStart(11, '0')}${'12345'.repeat(6).slice(0, 29)}`
  return `856${mod10(`856${rest}`)}${rest}`
}
const slip = readSlip(barOf(11_400), '2026-11-25')
const pixOf = (amount: string) =>
  dynamicBrCode({ url: 'pix.gnre.pe.gov.br/v2/abc', name: 'SEFAZ BA', city: 'SALVADOR', amount })
const inner = (xml: string) => /<TDadosGNRE versao="2\.00">(.*)<\/TDadosGNRE>/.exec(xml)?.[1] ?? ''
const answerOf = (situacao: string, ways: string, more = '') =>
  `<TResultLote_GNRE ${NS}><ambiente>2</ambiente><numeroRecibo>12345678901234</numeroRecibo><situacaoProcess><codigo>402</codigo><descricao>Lote processado</descricao></situacaoProcess><resultado><guia versao="2.00"><situacaoGuia>${situacao}</situacaoGuia>${inner(gnreLotXml([SAMPLE_GUIDE]).xml)}<dataLimitePagamento>2026-11-30</dataLimitePagamento><informacoesComplementares><informacao>Um</informacao><informacao>Dois</informacao></informacoesComplementares><nossoNumero>1234567890123456</nossoNumero>${ways}</guia>${more}</resultado></TResultLote_GNRE>`
const waysOf = (line: string, bar: string, pix: string) =>
  `<linhaDigitavel>${line}</linhaDigitavel><codigoBarras>${bar}</codigoBarras><qrcodePayload>${pix}</qrcodePayload>`

describe('answers of the GNRE', () => {
  it('a receipt is read, and a lot that was refused', () => {
    const head = `<TRetLote_GNRE ${NS}><ambiente>2</ambiente><situacaoRecepcao>`
    const good = `${head}<codigo>100</codigo><descricao>Lote recebido</descricao></situacaoRecepcao><recibo><numero>1234567890</numero><dataHoraRecibo>2026-11-25 10:00:00</dataHoraRecibo><tempoEstimadoProc>500</tempoEstimadoProc></recibo></TRetLote_GNRE>`
    expect(lotReceipt(good)).toEqual({
      codigo: '100',
      descricao: 'Lote recebido',
      guiaErro: null,
      numero: '1234567890',
      dataHoraRecibo: '2026-11-25 10:00:00',
      tempoEstimadoProc: '500',
    })
    const bad = `${head}<codigo>101</codigo><descricao>Erro</descricao><guiaErro>2</guiaErro></situacaoRecepcao></TRetLote_GNRE>`
    expect(lotReceipt(bad)).toMatchObject({ codigo: '101', guiaErro: '2', numero: null })
  })

  it('a guide that is ready has line, barcode and Pix of its value', () => {
    const ready = answerOf(
      '0',
      waysOf(slip.linha_digitavel, slip.codigo_barras, pixOf('114.00')),
      '<pdfGuias>JVBERi0</pdfGuias>',
    )
    const { guides, ...lot } = lotResult(ready)
    expect(lot).toEqual({ codigo: '402', descricao: 'Lote processado', numeroRecibo: '12345678901234', pdf: 'JVBERi0' })
    expect(guides[0]).toMatchObject({
      state: 'ready',
      refusals: [],
      identificadorGuia: '1',
      nossoNumero: '1234567890123456',
      valorGNRE: '114.00',
      dataLimitePagamento: '2026-11-30',
      linhaDigitavel: slip.linha_digitavel,
      codigoBarras: slip.codigo_barras,
      informacoes: ['Um', 'Dois'],
      pagamento: null,
      guide: SAMPLE_GUIDE,
      warnings: [],
    })
  })

  it.each([
    [
      /são de guias diferentes/,
      waysOf(readSlip(barOf(1), '2026-11-25').linha_digitavel, slip.codigo_barras, pixOf('114.00')),
    ],
    [
      /é de 0\.01, e a guia de 114\.00/,
      waysOf(readSlip(barOf(1), '2026-11-25').linha_digitavel, barOf(1), pixOf('114.00')),
    ],
    [/não confere/, waysOf(slip.linha_digitavel, slip.codigo_barras.replace(/.$/, '0'), pixOf('114.00'))],
    [/O Pix é de 115\.00/, waysOf(slip.linha_digitavel, slip.codigo_barras, pixOf('115.00'))],
    [/Código Pix inválido/, waysOf(slip.linha_digitavel, slip.codigo_barras, 'nada')],
  ])('what does not hold of it is told: %s', (message, ways) => {
    expect(lotResult(answerOf('0', ways)).guides[0]?.warnings).toEqual([expect.stringMatching(message)])
  })

  it('a guide is refused with its reasons, or not known yet', () => {
    const reasons =
      '<motivosRejeicao><motivo><codigo>201</codigo><descricao>Vencida</descricao><campo>dataVencimento</campo></motivo><motivo><codigo>202</codigo><descricao>Outra</descricao></motivo></motivosRejeicao>'
    expect(lotResult(answerOf('2', reasons)).guides[0]).toMatchObject({
      state: 'refused',
      refusals: [
        { codigo: '201', descricao: 'Vencida', campo: 'dataVencimento' },
        { codigo: '202', campo: null },
      ],
      linhaDigitavel: null,
      warnings: [],
    })
    const states = ['1', '3', '4', '9'].map((situacao) => lotResult(answerOf(situacao, '')).guides[0]?.state)
    expect(states).toEqual(['refused', 'uncertain', 'pending', 'uncertain'])
    const paid =
      '<dadosPagamento><data>2026-11-25 10:00:00</data><banco>001</banco></dadosPagamento><idConsulta>7</idConsulta>'
    expect(lotResult(answerOf('0', paid)).guides[0]).toMatchObject({
      idConsulta: '7',
      pagamento: { banco: '001', agencia: null },
    })
    const waiting = `<TResultLote_GNRE ${NS}><situacaoProcess><codigo>401</codigo><descricao>Em processamento</descricao></situacaoProcess></TResultLote_GNRE>`
    expect(lotResult(waiting)).toEqual({
      codigo: '401',
      descricao: 'Em processamento',
      numeroRecibo: null,
      guides: [],
      pdf: null,
    })
    expect(errorCode(() => lotResult('<x/>'))).toBe('unexpected_answer')
  })
})

describe('questions', () => {
  it('of a lot, of guides and of a state are taken by the layout', () => {
    const made = [
      lotResultRequest({ ambiente: '2', numeroRecibo: '1234567890', pdf: true }),
      stateRulesRequest({ ambiente: '1', uf: 'PR', receita: '100099' }),
      stateRulesRequest({ ambiente: '1', uf: 'PR' }),
      guideQueryRequest([
        { uf: 'BA', codBarras: slip.codigo_barras, idConsulta: '1', emitente: { CNPJ: '11222333000181' } },
        { uf: 'BA', numControle: '1234567890' },
        { uf: 'BA', documentoOrigem: { tipo: '10', numero: '7' } },
      ]),
    ]
    for (const { faults } of made) expect(faults).toEqual([])
    const kinds = made[3]?.xml.match(/<tipoConsulta>\w+/g)?.map((one) => one.replace(/.*>/, ''))
    expect(kinds).toEqual(['C', 'N', 'D'])
    expect(lotResultRequest({ ambiente: '2', numeroRecibo: '1' }).faults).toMatchObject([{ wrong: { kind: 'form' } }])
    expect(errorCode(() => guideQueryRequest([]))).toBe('too_large')
  })
})

describe('the functions of the GNRE', () => {
  const run = (name: string, input: unknown): object =>
    Object(gnreFunctions.find((one) => one.name === name)?.run(input))

  it('build, check, ask and read', () => {
    const made = run('fiscal.gnre', { guias: [SAMPLE_GUIDE], regras: [rulesXml(asks('Produto'))] })
    expect(made).toMatchObject({
      xml: gnreLotXml([SAMPLE_GUIDE]).xml,
      valores: ['114.00'],
      problemas: [[{ message: expect.stringMatching(/pede o produto/) }, { message: expect.any(String) }]],
    })
    const { vST: _, vFCPST: __, ...note } = NOTE
    expect(run('fiscal.gnreOfNote', note)).toEqual({ guias: guidesOfNote(NOTE, []) })
    expect(run('fiscal.gnreRequest', { ambiente: '2', numeroRecibo: '1234567890' })).toMatchObject({ faults: [] })
    expect(run('fiscal.gnreRequest', { ambiente: '2', uf: 'SP' })).toMatchObject({
      xml: expect.stringContaining('TConsultaConfigUf'),
    })
    expect(
      run('fiscal.gnreRequest', { ambiente: '2', consultas: [{ uf: 'SP', numControle: '1234567890' }] }),
    ).toMatchObject({ faults: [] })
    expect(run('fiscal.gnreAnswer', { root: 'TResultLote_GNRE', xml: answerOf('4', '') })).toMatchObject({
      guides: [{ state: 'pending' }],
    })
    expect(errorCode(() => run('fiscal.gnre', { guias: 7 }))).toBe('invalid_input')
  })
})
