import { formatDate } from '../../br/date-text'
import { formatNumber } from '../../br/number'
import { readTaxId } from '../../br/tax-id'
import { CoreError } from '../../errors'
import { printed } from '../account'
import { boletoBank } from '../banks/banks'
import { boletoLine, formatLine } from '../boleto'
import { mod11Boleto } from '../check-digits'
import { dueAndAmount } from '../make-boleto'
import { type BoletoPaper, type BoletoParty, MOST_INSTRUCTIONS } from './boleto-paper'

export interface PartyTexts {
  readonly name: string
  /** With the name of its kind: `CNPJ 11.222.333/0001-81`. */
  readonly taxId: string
  readonly address: string
}

/** A boleto's texts as they are printed; what is not told is empty. */
export interface BoletoTexts {
  readonly bank: { readonly name: string; readonly code: string }
  readonly barcode: string
  readonly line: string
  readonly place: string
  readonly beneficiary: PartyTexts
  readonly payer: PartyTexts
  readonly guarantor: PartyTexts
  readonly owner: string
  readonly ownNumber: string
  readonly document: string
  readonly issued: string
  readonly processed: string
  readonly due: string
  readonly amount: string
  readonly kind: string
  readonly accepted: string
  readonly currency: string
  readonly carteira: string
  readonly instructions: readonly string[]
  readonly pix: string
  /** `2 de 12`, empty where there is one alone. */
  readonly instalment: string
}

const PLACE = 'Pagável em qualquer banco ou aplicativo de pagamentos'
const AGAINST_PRESENTATION = 'Contra apresentação'
/** The longest text that a field is given: what is beyond it would not be seen. */
const LONGEST = 300

const invalid = (field: string, message: string) => new CoreError('invalid_boleto', message, { [field]: [message] })

/** The barcode closes, and says the day and the amount that are printed beside it. */
function checkBarcode({ codigo_barras: bar, conta, dVencimento, valor }: BoletoPaper): void {
  const field = 'codigo_barras'
  if (!/^\d{44}$/.test(bar)) throw invalid(field, 'O código de barras do boleto tem 44 dígitos.')
  if (String(mod11Boleto(bar.slice(0, 4) + bar.slice(5))) !== bar[4])
    throw invalid(field, 'O dígito geral do código de barras não confere.')
  if (bar.slice(0, 3) !== printed(conta.banco, 3)) throw invalid(field, 'O código de barras é de outro banco.')
  if (bar.slice(5, 19) !== dueAndAmount(dVencimento, valor ?? 0))
    throw invalid(field, 'O vencimento ou o valor do boleto não é o do código de barras.')
}

const oneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST)

function partyTexts(party: BoletoParty | undefined): PartyTexts {
  const id = readTaxId(party?.documento ?? '')
  return {
    name: oneLine(party?.nome),
    taxId: id.digits === '' ? '' : `${id.kind.toUpperCase()} ${id.formatted}`,
    address: oneLine(party?.endereco),
  }
}

const given = (text: string | undefined): string | undefined => oneLine(text) || undefined

/** The texts of a boleto. Throws `unknown_bank`, `invalid_boleto` naming the field that is wrong. */
export function boletoTexts(paper: BoletoPaper): BoletoTexts {
  checkBarcode(paper)
  const { codigo_barras, conta, instrucoes = [], parcela } = paper
  if (instrucoes.length > MOST_INSTRUCTIONS)
    throw invalid('instrucoes', `O boleto tem até ${MOST_INSTRUCTIONS} linhas de instruções.`)
  const bank = boletoBank(codigo_barras.slice(0, 3))
  const hasAmount = /[1-9]/.test(paper.valor ?? '')
  return {
    bank: { name: bank.nome, code: `${bank.banco}-${bank.digito}` },
    barcode: codigo_barras,
    line: formatLine(boletoLine(codigo_barras)),
    place: given(paper.local_pagamento) ?? PLACE,
    beneficiary: partyTexts(paper.beneficiario),
    payer: partyTexts(paper.pagador),
    guarantor: partyTexts(paper.avalista),
    owner: bank.beneficiario(conta),
    ownNumber: oneLine(paper.nosso_numero),
    document: oneLine(paper.numero_documento),
    issued: formatDate(paper.dDocumento),
    processed: formatDate(paper.dProcessamento),
    due: paper.dVencimento === undefined ? AGAINST_PRESENTATION : formatDate(paper.dVencimento),
    amount: hasAmount ? formatNumber(paper.valor ?? 0) : '',
    kind: oneLine(paper.especie_doc),
    accepted: paper.aceite ? 'S' : 'N',
    currency: given(paper.especie_moeda) ?? 'R$',
    carteira: given(paper.carteira) ?? bank.carteira?.(conta) ?? oneLine(conta.carteira),
    instructions: instrucoes.map(oneLine),
    pix: paper.pix?.trim() ?? '',
    instalment: parcela === undefined ? '' : `${parcela.n} de ${parcela.de}`,
  }
}
