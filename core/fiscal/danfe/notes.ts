import { child, children, text } from '../xml'
import { transportNotes } from './transport'
import { joined, keyText, money, taxIdText } from './write'

/** Emitters part lines of their texts with semicolons. */
const paragraphs = (value: string | null): string[] =>
  (value ?? '')
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** The complementary information: the emitter's text, and what has no field of its own on the paper. */
export function notesOf(inf: unknown, told: readonly string[]): string[] {
  const extra = child(inf, 'infAdic')
  return [
    ...told,
    ...paragraphs(text(extra, 'infCpl')),
    ...observations(extra, 'obsCont'),
    ...references(child(inf, 'ide')),
    ...transportNotes(child(inf, 'transp')),
    ...tradeNotes(inf),
    ...(text(inf, 'dest', 'email') === null ? [] : [`E-mail do destinatário: ${text(inf, 'dest', 'email') ?? ''}`]),
  ]
}

/** What is kept for the tax authorities. */
export function fiscalNotesOf(inf: unknown): string[] {
  const extra = child(inf, 'infAdic')
  return [
    ...paragraphs(text(extra, 'infAdFisco')),
    ...observations(extra, 'obsFisco'),
    ...children(extra, 'procRef').map((one) => `Processo ${text(one, 'nProc') ?? ''}`),
  ]
}

const observations = (extra: unknown, name: string): string[] =>
  children(extra, name).map((one) => joined([text(one, '@xCampo'), text(one, 'xTexto')], ': '))

/** Documents that this one refers to. */
function references(ide: unknown): string[] {
  return children(ide, 'NFref').flatMap((node) => {
    const key = text(node, 'refNFe') ?? text(node, 'refNFeSig')
    if (key !== null) return [`NF-e referenciada: ${keyText(key)}`]
    const cte = text(node, 'refCTe')
    if (cte !== null) return [`CT-e referenciado: ${keyText(cte)}`]
    const coupon = child(node, 'refECF')
    if (coupon !== undefined)
      return [`Cupom fiscal referenciado: ECF ${text(coupon, 'nECF') ?? ''}, COO ${text(coupon, 'nCOO') ?? ''}`]
    const paper = child(node, 'refNF') ?? child(node, 'refNFP')
    return paper === undefined
      ? []
      : [
          `Nota referenciada: série ${text(paper, 'serie') ?? ''}, nº ${text(paper, 'nNF') ?? ''}, ${taxIdText({ CNPJ: text(paper, 'CNPJ'), CPF: text(paper, 'CPF') })}`,
        ]
  })
}

/** Order, contract, export, and the platform that the sale was made on. */
function tradeNotes(inf: unknown): string[] {
  const named = (title: string, ...path: readonly string[]) => {
    const value = text(inf, ...path)
    return value === null ? [] : [`${title}: ${value}`]
  }
  const exported = child(inf, 'exporta')
  const broker = text(inf, 'infIntermed', 'CNPJ')
  const retained = text(inf, 'transp', 'retTransp', 'vICMSRet')
  return [
    ...named('Nota de empenho', 'compra', 'xNEmp'),
    ...named('Pedido', 'compra', 'xPed'),
    ...named('Contrato', 'compra', 'xCont'),
    ...(exported === undefined
      ? []
      : [`Exportação: ${joined([text(exported, 'xLocExporta'), text(exported, 'UFSaidaPais')], ' - ')}`]),
    ...(broker === null ? [] : [`Intermediador: ${taxIdText({ CNPJ: broker })}`]),
    ...(retained === null ? [] : [`ICMS retido do transporte: ${money(retained)}`]),
    ...named('Inscrição SUFRAMA', 'dest', 'ISUF'),
  ]
}
