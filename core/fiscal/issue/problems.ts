import type { Fault } from '../layout/write'
import { addressOf, at, faultWords, type Known, type Problem } from './fault-words'

export type { Place, Problem } from './fault-words'

/** Of elements whose content comes from a field: the field, and what people call it. The longest beginning of the path counts. */
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

const words = faultWords({ document: 'a NF-e', roots: ['NFe', 'infNFe'], known: KNOWN })

/** What the layout refuses, in words: which field of which item, and where it is mended. */
export function problemOf(fault: Fault): Problem {
  const item = fault.path[fault.path.indexOf('det') + 1]
  const nItem = fault.path.includes('det') && typeof item === 'number' ? item : undefined
  const { message, place } = words(fault)
  return {
    message: `${nItem === undefined ? '' : `Item ${nItem}: `}${message}`,
    ...(nItem === undefined ? {} : { nItem }),
    ...(place ? { place } : {}),
  }
}
