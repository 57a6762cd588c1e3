import type { Place } from './issue/problems'

/** What a refusal of the authority asks of whoever issues, in our words; their own (xMotivo) always stand beside it. */
export interface Cure {
  readonly says: string
  readonly place?: Place
}

const at = (resource: string, field: string): Place => ({ resource, field })
const cure = (says: string, place?: Place): Cure => ({ says, ...(place ? { place } : {}) })

const CNPJ = cure('Confira o CNPJ ou CPF do cliente.', at('cliente', 'CNPJ_CPF'))
const OWN_IE = cure('Confira a inscrição estadual e o CNPJ da empresa no cadastro da SEFAZ.', at('empresa', 'IE'))
const THEIR_IE = cure(
  'Consulte o cadastro do cliente na SEFAZ e grave a inscrição que está ativa; se não há, marque que não é contribuinte.',
  at('cliente', 'IE'),
)
const CERTIFICATE = cure(
  'Envie um certificado A1 válido da empresa; as notas na fila saem com ele.',
  at('empresa', 'certificado'),
)
const CFOP = cure('Corrija o CFOP na tabela da operação.', at('tipo_entrada_saida', 'cfop_list'))
const CODE = cure('Corrija o CST ou CSOSN na regra de tributação, ou o CFOP na operação.', at('tributacao', 'taxCode'))
const SUMS = cure('Falha nossa de cálculo: avise o suporte, com o número da nota.')
const PAYMENT = cure('Confira as formas de pagamento e as parcelas da venda.', at('pagamento', 'tPag'))
const DUES = cure('Confira os vencimentos e os valores das parcelas.', at('venda_duplicata', 'dVencimento'))
const REFERENCE = cure('Informe a chave da nota de origem.', at('nfe', 'referencias'))
const DIFAL = cure(
  'Confira na regra a alíquota da UF de destino, e no cliente se é contribuinte.',
  at('tributacao', 'pICMSUFDest'),
)
const REFORM = cure(
  'Informe CST e classificação do IBS e da CBS na regra de tributação.',
  at('tributacao', 'cClassTrib'),
)
const CARRIER = cure('Confira frete e transportadora da venda.', at('venda', 'tpFrete'))

/** By cStat of models 55 and 65. Numbers were given new meanings over the years: a cure is a hint, xMotivo is what was said. */
const CURES: Readonly<Record<string, Cure>> = {
  203: cure('Peça à SEFAZ o credenciamento da empresa neste ambiente.', at('empresa', 'IE')),
  204: cure('A SEFAZ já tem esta nota: use “Adotar a da SEFAZ”.'),
  206: cure('O número foi inutilizado: abandone esta nota e emita outra.'),
  207: cure('Confira o CNPJ da empresa.', at('empresa', 'CNPJ_CPF')),
  208: CNPJ,
  209: OWN_IE,
  210: THEIR_IE,
  213: CERTIFICATE,
  215: cure('O XML não está no leiaute vigente: atualize o sistema e envie de novo.'),
  225: cure('O XML não está no leiaute vigente: atualize o sistema e envie de novo.'),
  228: cure('A nota ficou tempo demais na fila: envie de novo, com a data de hoje.'),
  230: OWN_IE,
  231: OWN_IE,
  232: cure('Informe a inscrição estadual do cliente, ou marque que ele não é contribuinte.', at('cliente', 'IE')),
  233: THEIR_IE,
  234: THEIR_IE,
  237: CNPJ,
  252: cure('O ambiente da empresa não é o do endereço chamado.', at('empresa', 'ambiente')),
  254: REFERENCE,
  255: REFERENCE,
  272: cure('Corrija o município da empresa.', at('empresa', 'cMun')),
  275: cure('Corrija o município do cliente: ele precisa ser da UF.', at('cliente', 'cMun')),
  280: CERTIFICATE,
  281: CERTIFICATE,
  290: CERTIFICATE,
  291: CERTIFICATE,
  297: cure('A assinatura não confere: falha nossa; avise o suporte.'),
  301: cure('A empresa está irregular na SEFAZ: regularize e envie de novo.', at('empresa', 'IE')),
  302: cure('O cliente está irregular na SEFAZ: ele precisa se regularizar.', at('cliente', 'CNPJ_CPF')),
  303: cure('O cliente não pode operar na UF: ele precisa se regularizar.', at('cliente', 'CNPJ_CPF')),
  321: REFERENCE,
  327: CFOP,
  386: CODE,
  391: cure('Pagamento com cartão pede os dados do comprovante.', at('pagamento', 'tPag')),
  518: CFOP,
  519: CFOP,
  528: cure('Confira alíquota e base do ICMS na regra de tributação.', at('tributacao', 'pICMS')),
  531: SUMS,
  532: SUMS,
  533: SUMS,
  534: SUMS,
  539: cure(
    'Outro sistema usou este número na mesma série: abandone a nota e emita por outra série.',
    at('serie_numero', 'serie'),
  ),
  562: cure('A chave não é a da nota que a SEFAZ tem com este número.'),
  590: CODE,
  591: CODE,
  610: SUMS,
  629: cure('Confira quantidade e preço unitário do item.', at('venda_mercadoria', 'vUnTrib')),
  630: cure('Confira o fator da unidade tributável da mercadoria.', at('mercadoria', 'fatorTrib')),
  694: DIFAL,
  696: cure(
    'Marque consumidor final na operação, ou informe a inscrição estadual do cliente.',
    at('cliente', 'indIEDest'),
  ),
  697: cure('Confira a alíquota interestadual na regra.', at('tributacao', 'pICMSInter')),
  698: cure('Confira a origem da mercadoria e a alíquota interestadual na regra.', at('tributacao', 'pICMS')),
  703: cure('O relógio do servidor está adiantado: acerte e envie de novo.'),
  726: cure('Complete o endereço do cliente.', at('cliente', 'xLgr')),
  732: CFOP,
  733: CFOP,
  750: cure('Informe o CPF do consumidor.', at('venda', 'cliente_id')),
  773: cure('Confira a UF do cliente e a presença do comprador na operação.', at('cliente', 'UF')),
  778: cure('Escolha um NCM vigente para a mercadoria.', at('mercadoria', 'NCM')),
  789: cure('A um contribuinte se emite NF-e, e não NFC-e.', at('venda', 'geraNFe')),
  791: cure('Com inscrição, marque contribuinte; sem ela, não contribuinte.', at('cliente', 'indIEDest')),
  806: cure('Informe o CEST da mercadoria.', at('mercadoria', 'CEST')),
  845: CARRIER,
  851: DUES,
  853: DUES,
  865: PAYMENT,
  866: PAYMENT,
  871: PAYMENT,
  882: cure('Corrija o código de barras da mercadoria, ou deixe-o vazio.', at('mercadoria', 'cEAN')),
  883: cure('Corrija o código de barras da mercadoria, ou deixe-o vazio.', at('mercadoria', 'cEAN')),
  890: cure('O código de barras não está no cadastro nacional: fale com o dono da marca.', at('mercadoria', 'cEAN')),
  897: cure('O código numérico da nota não serve: abandone-a e emita outra.'),
  898: DUES,
  899: PAYMENT,
  930: cure('Informe na regra o código de benefício da UF.', at('tributacao', 'cBenef')),
  938: cure('ST já cobrada pede os valores retidos na compra.', at('tributacao', 'taxCode')),
  972: cure('A UF pede o responsável técnico: preencha nas configurações.', at('configuracao', 'FISCAL_RESP_TEC')),
  1115: REFORM,
}

/** What an answer asks to be done; undefined for one that is not known. */
export const cureOf = (cStat: string): Cure | undefined => CURES[cStat]

/** The item that an answer names: `[nItem: 3]`. */
export function itemNamed(xMotivo: string): number | undefined {
  const found = /\[?\s*nItem\s*:?\s*(\d{1,3})/i.exec(xMotivo)?.[1]
  return found === undefined ? undefined : Number(found)
}
