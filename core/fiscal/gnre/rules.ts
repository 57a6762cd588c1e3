import { saidIn } from '../services/soap'
import { child, children, text } from '../xml'
import { codeOf, type GnreCode } from './code'

/** A field of a state's own. */
export interface ExtraField extends GnreCode {
  readonly obrigatorio: boolean
  /** T text, N number, D date. */
  readonly tipo: string
  readonly tamanho: number | null
}

/** N not asked, S may be there, O must be. */
export type Wanted = 'N' | 'S' | 'O'

/** What a state asks of the guides of one tax (receita): data that the state itself gives, and that change. */
export interface StateRule {
  readonly uf: string
  readonly receita: string
  readonly descricao: string
  readonly exigeDetalhamento: boolean
  readonly detalhamentos: readonly GnreCode[]
  readonly exigeProduto: boolean
  readonly produtos: readonly GnreCode[]
  readonly exigeReferencia: boolean
  readonly exigePeriodo: boolean
  readonly exigeParcela: boolean
  /** P principal, T total, A both; with O they may be left out; N none: the state computes it. */
  readonly valorExigido: string
  readonly exigeDocumento: boolean
  readonly tiposDocumento: readonly GnreCode[]
  readonly exigeDestinatario: boolean
  readonly exigeVencimento: boolean
  readonly exigePagamento: boolean
  readonly convenio: Wanted
  /** Of the poverty fund. */
  readonly valorFecp: Wanted
  readonly camposExtras: readonly ExtraField[]
}

/** What a state answered of its rules. */
export interface StateRules extends GnreCode {
  readonly rules: readonly StateRule[]
}

/** Reads TConfigUf; without rules where the state has none, `descricao` says why. Throws SoapFault, `unexpected_answer` or `damaged_xml`. */
export function stateRulesAnswer(answer: string): StateRules {
  const { node } = saidIn(answer, 'TConfigUf')
  const uf = text(node, 'uf') ?? ''
  return {
    ...codeOf(child(node, 'situacaoConsulta')),
    rules: children(child(node, 'receitas'), 'receita').map((one) => ruleOf(one, uf)),
  }
}

/** What a state asks of a tax, where it told it. */
export const findRule = (rules: readonly StateRule[], uf: string, receita: string): StateRule | undefined =>
  rules.find((one) => one.uf === uf && one.receita === receita)

function ruleOf(node: unknown, uf: string): StateRule {
  const asks = (name: string, otherwise = 'N') => (text(node, name) ?? otherwise) === 'S'
  const wanted = (name: string): Wanted => {
    const said = text(node, name)
    return said === 'S' || said === 'O' ? said : 'N'
  }
  const codes = (list: string, name: string) => children(child(node, list), name).map(codeOf)
  return {
    uf,
    receita: text(node, '@codigo') ?? '',
    descricao: text(node, '@descricao') ?? '',
    exigeDetalhamento: asks('exigeDetalhamentoReceita'),
    detalhamentos: codes('detalhamentosReceita', 'detalhamentoReceita'),
    exigeProduto: asks('exigeProduto'),
    produtos: codes('produtos', 'produto'),
    exigeReferencia: asks('exigePeriodoReferencia'),
    exigePeriodo: asks('exigePeriodoApuracao'),
    exigeParcela: asks('exigeParcela'),
    valorExigido: text(node, 'valorExigido') ?? 'N',
    exigeDocumento: asks('exigeDocumentoOrigem'),
    tiposDocumento: codes('tiposDocumentosOrigem', 'tipoDocumentoOrigem'),
    exigeDestinatario: asks('exigeContribuinteDestinatario'),
    exigeVencimento: asks('exigeDataVencimento', 'S'),
    exigePagamento: asks('exigeDataPagamento', 'S'),
    convenio: wanted('exigeConvenio'),
    valorFecp: wanted('exigeValorFecp'),
    camposExtras: children(child(node, 'camposAdicionais'), 'campoAdicional').map(extraOf),
  }
}

function extraOf(node: unknown): ExtraField {
  const size = text(node, 'tamanho')
  return {
    ...codeOf(node),
    descricao: text(node, 'titulo') ?? '',
    obrigatorio: text(node, 'obrigatorio') === 'S',
    tipo: text(node, 'tipo') ?? 'T',
    tamanho: size === null || !/^\d{1,4}$/.test(size) ? null : Number(size),
  }
}
