import { readTaxId } from '../../br/tax-id'
import { at, faultWords, type Known, type Place, type Problem, when } from '../issue/fault-words'
import type { Guide, GuideItem } from './guide'
import { gnreLotXml, guideTotal, hasAmounts } from './lot-xml'
import { findRule, type StateRule } from './rules'

const ITEM = 'itensGNRE.item'
const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['ufFavorecida', at('gnre', 'ufFavorecida', 'UF favorecida')],
  ['tipoGnre', at('gnre', 'tipoGnre', 'Tipo da guia')],
  ['contribuinteEmitente.municipio', at('empresa', 'cMun', 'Município da empresa')],
  ['contribuinteEmitente.uf', at('empresa', 'UF', 'UF da empresa')],
  ['contribuinteEmitente.cep', at('empresa', 'CEP', 'CEP da empresa')],
  ['contribuinteEmitente.telefone', at('empresa', 'fone', 'Telefone da empresa')],
  ['contribuinteEmitente.endereco', at('empresa', 'xLgr', 'Endereço da empresa')],
  ['contribuinteEmitente', at('empresa', 'CNPJ_CPF', 'Emitente')],
  [`${ITEM}.receita`, at('gnre', 'receita', 'Código da receita')],
  [`${ITEM}.documentoOrigem`, at('gnre', 'documentoOrigem', 'Documento de origem')],
  [`${ITEM}.dataVencimento`, at('gnre', 'dataVencimento', 'Vencimento')],
  [`${ITEM}.valor`, at('gnre', 'valor', 'Valor')],
  [`${ITEM}.contribuinteDestinatario.municipio`, at('cliente', 'cMun', 'Município do destinatário')],
  [`${ITEM}.contribuinteDestinatario`, at('cliente', 'CNPJ_CPF', 'Destinatário')],
  [`${ITEM}.camposExtras`, at('gnre', 'camposExtras', 'Campos adicionais')],
  ['valorGNRE', at('gnre', 'valorGNRE', 'Valor da guia')],
  ['dataPagamento', at('gnre', 'dataPagamento', 'Data de pagamento')],
  ['identificadorGuia', at('gnre', 'identificadorGuia', 'Identificador da guia')],
])

const wordsOf = faultWords({ document: 'a GNRE', roots: ['TLote_GNRE', 'guias', 'TDadosGNRE'], known: KNOWN })

/** Everything that would keep a guide from being taken and that can be known before it is sent: what the layout refuses, then what its state asks of its taxes. */
export function checkGuide(guide: Guide, rules: readonly StateRule[] = []): Problem[] {
  const faults = gnreLotXml([guide]).faults.map(wordsOf)
  const { CNPJ, CPF, IE } = guide.contribuinteEmitente?.identificacao ?? {}
  const id = CNPJ ?? CPF
  return [
    ...faults,
    ...when(id !== undefined && !readTaxId(id).valid, 'O CNPJ ou CPF de quem recolhe não confere.', EMITTER),
    ...when(id === undefined && IE === undefined, 'Informe o CNPJ, o CPF ou a inscrição de quem recolhe.', EMITTER),
    ...when(guide.itens.length === 0, 'A guia precisa de uma receita.', here('receita')),
    ...when(
      hasAmounts(guide) && guideTotal(guide).sign() <= 0 && !mayBeValueless(guide, rules),
      'A guia precisa de um valor.',
      here('valor'),
    ),
    ...guide.itens.flatMap((item) => {
      const rule = findRule(rules, guide.ufFavorecida, item.receita)
      return rule === undefined ? [] : itemProblems(item, rule, guide)
    }),
  ]
}

const here = (field: string): Place => ({ resource: 'gnre', field })
const EMITTER: Place = { resource: 'empresa', field: 'CNPJ_CPF' }

/** The state computes the value itself. */
const mayBeValueless = ({ itens, ufFavorecida }: Guide, rules: readonly StateRule[]): boolean =>
  itens.every(({ receita }) => /^N$|O$/.test(findRule(rules, ufFavorecida, receita)?.valorExigido ?? ''))

function itemProblems(item: GuideItem, rule: StateRule, guide: Guide): readonly Problem[] {
  const has = (tipo: string) => item.valores.some((one) => one.tipo === tipo)
  const asked = `A receita ${rule.receita} de ${rule.uf} pede`
  const { referencia } = item
  return [
    ...coded(item.detalhamentoReceita, rule.exigeDetalhamento, rule.detalhamentos, [
      asked,
      'o detalhamento',
      'detalhamentoReceita',
    ]),
    ...coded(item.produto, rule.exigeProduto, rule.produtos, [asked, 'o produto', 'produto']),
    ...coded(item.documentoOrigem?.tipo, rule.exigeDocumento, rule.tiposDocumento, [
      asked,
      'o documento de origem',
      'documentoOrigem',
    ]),
    ...when(
      rule.exigeReferencia && (referencia?.mes === undefined || referencia.ano === undefined),
      `${asked} o mês e o ano de referência.`,
      here('referencia'),
    ),
    ...when(rule.exigePeriodo && referencia?.periodo === undefined, `${asked} o período.`, here('referencia')),
    ...when(rule.exigeParcela && referencia?.parcela === undefined, `${asked} a parcela.`, here('referencia')),
    ...when(/^[PA]$/.test(rule.valorExigido) && !has('11'), `${asked} o valor principal.`, here('valor')),
    ...when(/^[TA]$/.test(rule.valorExigido) && !has('21'), `${asked} o valor total.`, here('valor')),
    ...when(rule.valorFecp === 'O' && !has('12'), `${asked} o valor do fundo de pobreza.`, here('valor')),
    ...when(
      rule.valorFecp === 'N' && has('12'),
      `A receita ${rule.receita} de ${rule.uf} não leva o fundo de pobreza.`,
      here('valor'),
    ),
    ...when(
      rule.exigeDestinatario && item.contribuinteDestinatario === undefined,
      `${asked} o destinatário.`,
      here('destinatario'),
    ),
    ...when(
      rule.exigeVencimento && item.dataVencimento === undefined,
      `${asked} o vencimento.`,
      here('dataVencimento'),
    ),
    ...when(
      rule.exigePagamento && guide.dataPagamento === undefined,
      `${asked} a data de pagamento.`,
      here('dataPagamento'),
    ),
    ...when(rule.convenio === 'O' && item.convenio === undefined, `${asked} o convênio.`, here('convenio')),
    ...extraProblems(item, rule, asked),
  ]
}

type Names = readonly [asked: string, what: string, field: string]

/** A code that a state asks for has to be one of its table, where it gives one. */
function coded(
  code: string | undefined,
  isAsked: boolean,
  table: StateRule['produtos'],
  [asked, what, field]: Names,
): readonly Problem[] {
  if (code === undefined) return when(isAsked, `${asked} ${what}.`, here(field))
  const known = table.length === 0 || table.some(({ codigo }) => codigo === code)
  const list = table
    .map(({ codigo, descricao }) => `${codigo} (${descricao})`)
    .slice(0, 12)
    .join(', ')
  return when(isAsked && !known, `${asked} ${what} de um destes tipos: ${list}.`, here(field))
}

function extraProblems({ camposExtras = [] }: GuideItem, rule: StateRule, asked: string): readonly Problem[] {
  return rule.camposExtras.flatMap(({ codigo, descricao, obrigatorio, tamanho }) => {
    const value = camposExtras.find((one) => one.codigo === codigo)?.valor
    const name = descricao === '' ? codigo : descricao
    if (value === undefined) return when(obrigatorio, `${asked} o campo ${name}.`, here('camposExtras'))
    return when(
      tamanho !== null && value.length > tamanho,
      `O campo ${name} tem no máximo ${tamanho} caracteres.`,
      here('camposExtras'),
    )
  })
}
