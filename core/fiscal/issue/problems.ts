import type { Fault } from '../layout/write'

/** Where a person mends a problem: the field of a register or document, by the names of the API. */
export interface Place {
  readonly resource: string
  readonly field: string
  /** The record, where it is known. */
  readonly id?: number
}

/** What keeps a note from being issued, in words for whoever can mend it. */
export interface Problem {
  /** The answer that the authority would give (cStat), where it is a rule of theirs; none where the layout itself refuses. */
  readonly cStat?: string
  readonly nItem?: number
  readonly message: string
  readonly place?: Place
}

interface Known {
  readonly label: string
  readonly place?: Place
}

const at = (resource: string, field: string, label: string): Known => ({ label, place: { resource, field } })

/** Of elements whose content comes from a field: the field, and what people call it. The longest beginning of the path counts. */
const ADDRESS = [
  ['xLgr', 'xLgr', 'Logradouro'],
  ['nro', 'nro', 'Número'],
  ['xCpl', 'xCpl', 'Complemento'],
  ['xBairro', 'xBairro', 'Bairro'],
  ['cMun', 'cMun', 'Município'],
  ['xMun', 'xMun', 'Município'],
  ['UF', 'UF', 'UF'],
  ['CEP', 'CEP', 'CEP'],
  ['fone', 'fone', 'Telefone'],
] as const

const addressOf = (path: string, resource: string, whose: string): [string, Known][] =>
  ADDRESS.map(([element, field, label]) => [`${path}.${element}`, at(resource, field, `${label} ${whose}`)])

const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['ide.natOp', at('tipo_entrada_saida', 'natOp', 'Natureza da operação')],
  ['ide.serie', at('serie_numero', 'serie', 'Série')],
  ['ide.indPres', at('tipo_entrada_saida', 'indPres', 'Presença do comprador')],
  ['ide.cUF', at('empresa', 'UF', 'UF da empresa')],
  ['ide.cMunFG', at('empresa', 'cMun', 'Município da empresa')],
  ['ide.finNFe', at('tipo_entrada_saida', 'finNFe', 'Finalidade')],
  ['ide.tpNFDebito', at('tipo_entrada_saida', 'tpNFDebito', 'Tipo da nota de débito')],
  ['ide.tpNFCredito', at('tipo_entrada_saida', 'tpNFCredito', 'Tipo da nota de crédito')],
  ['ide.NFref', { label: 'Nota referenciada', place: { resource: 'nfe', field: 'referencias' } }],
  ['ide.xJust', { label: 'Justificativa da contingência', place: { resource: 'contingencia', field: 'xJust' } }],
  ['emit.CNPJ', at('empresa', 'CNPJ_CPF', 'CNPJ da empresa')],
  ['emit.CPF', at('empresa', 'CNPJ_CPF', 'CPF da empresa')],
  ['emit.xNome', at('empresa', 'xNome', 'Razão social da empresa')],
  ['emit.IE', at('empresa', 'IE', 'Inscrição estadual da empresa')],
  ['emit.IM', at('empresa', 'IM', 'Inscrição municipal da empresa')],
  ['emit.CNAE', at('empresa', 'CNAE', 'CNAE da empresa')],
  ['emit.CRT', at('empresa', 'CRT', 'Regime tributário da empresa')],
  ...addressOf('emit.enderEmit', 'empresa', 'da empresa'),
  ['dest.CNPJ', at('cliente', 'CNPJ_CPF', 'CNPJ do destinatário')],
  ['dest.CPF', at('cliente', 'CNPJ_CPF', 'CPF do destinatário')],
  ['dest.idEstrangeiro', at('cliente', 'CNPJ_CPF', 'Identificação do destinatário')],
  ['dest.xNome', at('cliente', 'xNome', 'Nome do destinatário')],
  ['dest.indIEDest', at('cliente', 'indIEDest', 'Indicador da inscrição do destinatário')],
  ['dest.IE', at('cliente', 'IE', 'Inscrição estadual do destinatário')],
  ['dest.ISUF', at('cliente', 'ISUF', 'Inscrição na SUFRAMA do destinatário')],
  ['dest.email', at('cliente', 'email', 'E-mail do destinatário')],
  ...addressOf('dest.enderDest', 'cliente', 'do destinatário'),
  ...addressOf('entrega', 'cliente_endereco', 'da entrega'),
  ...addressOf('retirada', 'armazem', 'da retirada'),
  ['autXML', at('empresa', 'autXML', 'CNPJ ou CPF do contador')],
  ['det.prod.cProd', at('mercadoria', 'codigo', 'Código')],
  ['det.prod.cEAN', at('mercadoria', 'cEAN', 'Código de barras')],
  ['det.prod.cEANTrib', at('mercadoria', 'cEAN', 'Código de barras')],
  ['det.prod.xProd', at('mercadoria', 'descricao', 'Descrição')],
  ['det.prod.NCM', at('mercadoria', 'NCM', 'NCM')],
  ['det.prod.CEST', at('mercadoria', 'CEST', 'CEST')],
  ['det.prod.cBenef', at('tributacao', 'cBenef', 'Código de benefício fiscal')],
  ['det.prod.CFOP', at('tipo_entrada_saida', 'cfop_list', 'CFOP')],
  ['det.prod.uCom', at('mercadoria', 'unidade_id', 'Unidade')],
  ['det.prod.uTrib', at('mercadoria', 'uTrib', 'Unidade tributável')],
  ['det.prod.qCom', at('venda_mercadoria', 'qTrib', 'Quantidade')],
  ['det.prod.vUnCom', at('venda_mercadoria', 'vUnTrib', 'Preço unitário')],
  ['det.prod.rastro', at('mercadoria', 'lotes', 'Lote')],
  ['det.imposto.ICMS', at('tributacao', 'taxCode', 'ICMS')],
  ['det.imposto.IPI', at('tributacao', 'cstIPI', 'IPI')],
  ['det.imposto.PIS', at('tributacao', 'cstPIS', 'PIS')],
  ['det.imposto.COFINS', at('tributacao', 'cstCOFINS', 'COFINS')],
  ['det.imposto.ICMSUFDest', at('tributacao', 'pICMSUFDest', 'ICMS da UF de destino')],
  ['det.imposto.IBSCBS', at('tributacao', 'cClassTrib', 'IBS e CBS')],
  ['det.imposto.IS', at('tributacao', 'cstIS', 'Imposto Seletivo')],
  ['transp.transporta.CNPJ', at('transportadora', 'CNPJ_CPF', 'CNPJ da transportadora')],
  ['transp.transporta', at('transportadora', 'xNome', 'Transportadora')],
  ['transp.veicTransp', at('veiculo', 'placa', 'Placa')],
  ['transp.vol', at('venda', 'volumes', 'Volumes')],
  ['cobr.dup', at('venda_duplicata', 'dVencimento', 'Parcelas')],
  ['pag', at('pagamento', 'tPag', 'Forma de pagamento')],
  ['infIntermed.CNPJ', at('venda', 'CNPJ_intermed', 'CNPJ do marketplace')],
  ['infIntermed', at('venda', 'idCadIntTran', 'Cadastro no marketplace')],
  ['infAdic', at('venda', 'obs', 'Informações complementares')],
  ['infRespTec', { label: 'Responsável técnico', place: { resource: 'configuracao', field: 'FISCAL_RESP_TEC' } }],
])

const ROOT = new Set<string | number>(['NFe', 'infNFe'])

/** What the layout refuses, in words: which field of which item, and where it is mended. */
export function problemOf({ path, wrong }: Fault): Problem {
  const names = path.filter((each): each is string => typeof each === 'string' && !ROOT.has(each))
  const item = path[path.indexOf('det') + 1]
  const nItem = path.includes('det') && typeof item === 'number' ? item : undefined
  const known = knownOf(names)
  const label = known?.label ?? names.at(-1) ?? 'NF-e'
  // Below a group, such as a tax, the element says which of its figures.
  const exact = known && names.join('.') !== keyOf(names) ? `${label} (${names.at(-1)})` : label
  const message = `${nItem === undefined ? '' : `Item ${nItem}: `}${sentence(exact, wrong)}`
  return { message, ...(nItem === undefined ? {} : { nItem }), ...(known?.place ? { place: known.place } : {}) }
}

function keyOf(names: readonly string[]): string | undefined {
  for (let length = names.length; length > 0; length--) {
    const key = names.slice(0, length).join('.')
    if (KNOWN.has(key)) return key
  }
  return undefined
}

const knownOf = (names: readonly string[]): Known | undefined => KNOWN.get(keyOf(names) ?? '')

const SHOWN_VALUES = 12

function sentence(label: string, wrong: Fault['wrong']): string {
  switch (wrong.kind) {
    case 'missing':
      return `${label}: falta informar.`
    case 'unknown':
      return `${label}: não cabe aqui junto com o que mais foi informado.`
    case 'choice':
      return `${label}: informe um destes: ${wrong.among.slice(0, SHOWN_VALUES).join(', ')}.`
    case 'many':
      return `${label}: no máximo ${wrong.limit}.`
    case 'value':
      return `${label}: valor não aceito; use ${wrong.allowed.slice(0, SHOWN_VALUES).join(', ')}${wrong.allowed.length > SHOWN_VALUES ? '…' : ''}.`
    case 'long':
      return `${label}: no máximo ${wrong.limit} caracteres.`
    case 'short':
      return `${label}: no mínimo ${wrong.limit} caracteres.`
    case 'form':
      return `${label}: não está na forma que a NF-e pede.`
  }
}
