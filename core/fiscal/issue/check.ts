import { formatCurrency } from '../../br/number'
import { readTaxId } from '../../br/tax-id'
import { findUf } from '../../br/uf'
import { readGtin } from '../../br/gtin'
import { decimal, roundHalfUp, ZERO } from '../../money/decimal'
import { isSimples } from '../../tax/codes'
import { taxCodeDigits } from '../../tax/icms'
import { readAccessKey } from '../access-key'
import { difalIsDue } from './item-xml'
import type { Note, NoteItem } from './note'
import type { NoteXml } from './note-xml'
import { type Place, type Problem, problemOf } from './problems'
import { asksTechnical } from './technical'

const place = (resource: string, field: string): Place => ({ resource, field })

interface Case {
  readonly note: Note
  readonly made: NoteXml
}
type Rule = (one: Case) => readonly Problem[]
type ItemRule = (one: Case, item: NoteItem) => Omit<Problem, 'nItem'> | undefined

/** Everything that would keep a note from being authorised and that can be known before it is numbered: what the layout refuses, then the authorities' rules. */
export function checkNote(note: Note, made: NoteXml): Problem[] {
  const one = { note, made }
  const items = note.items.flatMap((item, index) =>
    ITEM_RULES.flatMap((rule) => {
      const found = rule(one, item)
      return found ? [{ ...found, nItem: index + 1, message: `Item ${index + 1}: ${found.message}` }] : []
    }),
  )
  return [...made.faults.map(problemOf), ...RULES.flatMap((rule) => rule(one)), ...items]
}

const when = (wrong: boolean, problem: Problem): readonly Problem[] => (wrong ? [problem] : [])

/** Value from which the consumer of an NFC-e has to be told (Ajuste SINIEF 19/2016). */
const NAMED_FROM = 10_000
/** First day on which IBS and CBS have to be on the documents of the normal regime, by environment (NT 2025.002 v1.40, UB12-10). */
const REFORM_SINCE = { '1': '2026-08-03', '2': '2026-07-01' } as const
/** The same of Simples and MEI, in both. */
const REFORM_SINCE_SIMPLES = '2027-01-04'

const RULES: readonly Rule[] = [
  ({ note }) =>
    when(note.cNF === note.nNF.padStart(8, '0') || /^(\d)\1{7}$/.test(note.cNF), {
      cStat: '897',
      message: 'O código numérico da chave não pode ser o número da nota nem um só algarismo.',
    }),
  ({ note: { dest, mod } }) =>
    when(mod === '55' && (dest === undefined || dest.address === undefined), {
      cStat: '726',
      message: 'A NF-e pede o endereço do destinatário: complete o cadastro do cliente.',
      place: place('cliente', 'xLgr'),
    }),
  ({ note: { dest } }) =>
    when(dest !== undefined && dest.CNPJ_CPF !== '' && !readTaxId(dest.CNPJ_CPF).valid, {
      cStat: '208',
      message: 'O CNPJ ou CPF do destinatário não confere.',
      place: place('cliente', 'CNPJ_CPF'),
    }),
  ({ note: { dest, mod } }) =>
    when(mod === '55' && dest?.indIEDest === '1' && !dest.IE, {
      cStat: '232',
      message: 'O destinatário é contribuinte do ICMS: informe a inscrição estadual, ou marque que não é.',
      place: place('cliente', 'IE'),
    }),
  ({ note: { dest } }) =>
    when(dest?.indIEDest === '2' && Boolean(dest.IE), {
      cStat: '791',
      message: 'O destinatário está como isento de inscrição estadual, mas tem uma: corrija o indicador.',
      place: place('cliente', 'indIEDest'),
    }),
  ({ note: { dest, indFinal, idDest, mod, finNFe } }) =>
    when(mod === '55' && finNFe === '1' && idDest !== '3' && dest?.indIEDest === '9' && indFinal === '0', {
      cStat: '696',
      message:
        'Quem não é contribuinte é consumidor final: marque assim na operação, ou informe a inscrição estadual do cliente.',
      place: place('cliente', 'indIEDest'),
    }),
  ({ note: { dest } }) =>
    when(dest?.address !== undefined && !townIsOf(dest.address), {
      cStat: '275',
      message: 'O município do destinatário não é da UF dele.',
      place: place('cliente', 'cMun'),
    }),
  ({ note: { emit } }) =>
    when(!townIsOf(emit.address), {
      cStat: '272',
      message: 'O município da empresa não é da UF dela.',
      place: place('empresa', 'cMun'),
    }),
  ({ note: { mod, dest } }) =>
    when(mod === '65' && (dest?.indIEDest === '1' || dest?.CNPJ_CPF.length === 14), {
      cStat: '789',
      message: 'A NFC-e é só para consumidor com CPF ou sem identificação: emita NF-e para empresas.',
      place: place('venda', 'geraNFe'),
    }),
  ({ note: { mod, dest }, made }) =>
    when(mod === '65' && dest === undefined && made.totals.vNF.gte(NAMED_FROM), {
      cStat: '750',
      message: 'NFC-e de R$ 10.000,00 ou mais pede o CPF do consumidor.',
      place: place('venda', 'cliente_id'),
    }),
  ({ note: { finNFe, references = [] } }) =>
    when(finNFe === '2' && references.length !== 1, {
      cStat: references.length === 0 ? '254' : '255',
      message: 'A nota complementar pede exatamente uma nota de origem.',
      place: place('nfe', 'referencias'),
    }),
  ({ note: { finNFe, references = [] } }) =>
    when(finNFe === '4' && references.length === 0, {
      cStat: '321',
      message: 'A devolução pede a nota de origem.',
      place: place('nfe', 'referencias'),
    }),
  ({ note: { references = [] } }) =>
    references
      .filter((key) => !readAccessKey(key).valid)
      .map((key) => ({
        cStat: '547',
        message: `A chave referenciada ${key} não confere.`,
        place: place('nfe', 'referencias'),
      })),
  ({ note, made }) => paymentProblems(note, made),
  ({ note: { dues = [], dhEmi } }) =>
    when(
      dues.some(({ dVenc }, index) => dVenc < dhEmi.slice(0, 10) || dVenc < (dues[index - 1]?.dVenc ?? '')),
      {
        cStat: '898',
        message: 'Os vencimentos das parcelas precisam estar em ordem e não podem ser anteriores à emissão.',
        place: place('venda_duplicata', 'dVencimento'),
      },
    ),
  ({ note: { emit, respTec } }) =>
    when(respTec === undefined && asksTechnical(emit.address.UF), {
      cStat: '972',
      message: `${emit.address.UF} pede o responsável técnico pelo sistema: preencha o item FISCAL_RESP_TEC da configuração.`,
      place: place('configuracao', 'FISCAL_RESP_TEC'),
    }),
  ({ made }) =>
    when(made.totals.vNF.sign() < 0, {
      cStat: '610',
      message: 'O total da nota é negativo.',
      place: place('venda', 'vTotal'),
    }),
]

/** The town's code begins with that of its state; of a foreign address there is none. */
const townIsOf = ({ UF, cMun }: { readonly UF: string; readonly cMun: string }): boolean =>
  UF === 'EX' || cMun.slice(0, 2) === findUf(UF)?.codigo

function paymentProblems({ payments, vTroco, finNFe, mod }: Note, { totals }: NoteXml): readonly Problem[] {
  const where = place('pagamento', 'tPag')
  const free = payments.some(({ tPag }) => tPag === '90')
  if (free) return when(mod === '65', { cStat: '899', message: 'A NFC-e não pode sair sem pagamento.', place: where })
  if (finNFe === '3' || finNFe === '4')
    return [{ cStat: '871', message: 'Devolução e ajuste saem sem pagamento (90).', place: where }]
  const paid = payments.reduce((all, { vPag }) => all.plus(vPag), ZERO)
  const due = totals.vNF.plus(vTroco ?? 0)
  const off = paid.cmp(due) !== 0
  return when(off, {
    cStat: '865',
    message: `Os pagamentos somam ${formatCurrency(paid)} e a nota ${formatCurrency(due)}: confira as parcelas.`,
    place: place('venda_duplicata', 'vDup'),
  })
}

const RETURN_CFOP = /^[1-7](?:20[1-9]|21\d|41[01]|55[3-6]|503|504|505|506|66[0-2]|91[8-9]|949)$/

const ITEM_RULES: readonly ItemRule[] = [
  ({ note: { tpNF } }, { CFOP }) =>
    (tpNF === '0') === /^[123]/.test(CFOP)
      ? undefined
      : {
          cStat: tpNF === '0' ? '519' : '518',
          message: `o CFOP ${CFOP} é de ${tpNF === '0' ? 'saída, e a nota é de entrada' : 'entrada, e a nota é de saída'}.`,
          place: place('tipo_entrada_saida', 'cfop_list'),
        },
  ({ note: { idDest } }, { CFOP }) =>
    Number(idDest) === ((Number(CFOP[0]) - 1) % 4) + 1
      ? undefined
      : {
          cStat: '732',
          message: `o CFOP ${CFOP} não é de operação ${['', 'dentro do estado', 'com outro estado', 'com o exterior'][Number(idDest)]}.`,
          place: place('tipo_entrada_saida', 'cfop_list'),
        },
  ({ note: { finNFe } }, { CFOP }) =>
    finNFe !== '4' || RETURN_CFOP.test(CFOP)
      ? undefined
      : {
          cStat: '327',
          message: `o CFOP ${CFOP} não é de devolução.`,
          place: place('tipo_entrada_saida', 'cfop_list'),
        },
  ({ note: { emit } }, { taxCode }) => {
    const simples = isSimples(emit.CRT)
    const right = (taxCodeDigits(taxCode).length === 3) === simples
    return right
      ? undefined
      : {
          cStat: simples ? '590' : '591',
          message: simples
            ? 'a empresa é do Simples Nacional: a regra de tributação precisa de CSOSN.'
            : 'a empresa não é do Simples Nacional: a regra de tributação precisa de CST.',
          place: place('tributacao', 'taxCode'),
        }
  },
  (_, { NCM }) =>
    NCM === '' || NCM === '00' || /^\d{8}$/.test(NCM.replaceAll('.', ''))
      ? undefined
      : { cStat: '778', message: 'informe o NCM de oito dígitos da mercadoria.', place: place('mercadoria', 'NCM') },
  (_, { cEAN }) =>
    !cEAN || readGtin(cEAN) !== null
      ? undefined
      : {
          cStat: '882',
          message: 'o código de barras não é um GTIN: corrija ou deixe vazio.',
          place: place('mercadoria', 'cEAN'),
        },
  (_, { taxCode, CEST }) =>
    /^(?:10|30|60|70|201|202|203|500)$/.test(taxCodeDigits(taxCode)) && !CEST
      ? {
          cStat: '806',
          message: 'com substituição tributária, informe o CEST da mercadoria.',
          place: place('mercadoria', 'CEST'),
        }
      : undefined,
  ({ note }, { tax, taxCode }) =>
    note.idDest === '2' && note.tpNF === '1' && wrongInterstate(taxCode, tax.pICMS)
      ? {
          cStat: '698',
          message: `a alíquota interestadual do ICMS é 4, 7 ou 12 %, e a regra diz ${String(tax.pICMS)} %.`,
          place: place('tributacao', 'pICMS'),
        }
      : undefined,
  ({ note }, { tax, mirror }) =>
    difalIsDue(note) && mirror === undefined && tax.pICMSUFDest === undefined
      ? {
          cStat: '694',
          message: 'venda a consumidor de outro estado: a regra precisa da alíquota da UF de destino (DIFAL).',
          place: place('tributacao', 'pICMSUFDest'),
        }
      : undefined,
  ({ note }, { cstIBSCBS, cClassTrib }) =>
    reformIsAsked(note) && (cstIBSCBS === undefined || cClassTrib === undefined)
      ? {
          cStat: '1115',
          message: 'falta o IBS e a CBS: a regra de tributação precisa de CST e classificação (cClassTrib).',
          place: place('tributacao', 'cClassTrib'),
        }
      : undefined,
  (_, { qCom, vUnCom, vProd }) =>
    roundHalfUp(decimal(qCom).times(vUnCom)).minus(vProd).abs().lte('0.01')
      ? undefined
      : {
          cStat: '629',
          message: 'o valor não é a quantidade vezes o preço unitário.',
          place: place('venda_mercadoria', 'vUnTrib'),
        },
]

/** Of a taxed operation between states the rate is one of three (Resolutions of the Senate 22/1989 and 13/2012). */
const wrongInterstate = (taxCode: string, rate: unknown): boolean =>
  taxCodeDigits(taxCode).length === 2 &&
  /^(?:00|10|20|70)$/.test(taxCodeDigits(taxCode)) &&
  rate !== undefined &&
  !['4', '7', '12'].includes(decimal(String(rate)).toString())

function reformIsAsked({ emit: { CRT }, dhEmi, tpAmb, finNFe }: Note): boolean {
  if (finNFe === '2' || finNFe === '4') return false
  const day = dhEmi.slice(0, 10)
  return CRT === '3' ? day >= REFORM_SINCE[tpAmb] : day >= REFORM_SINCE_SIMPLES
}
