import { CoreError } from '../../errors'
import { taxCodeDigits } from '../../tax/icms'
import { CRT } from '../cadastros/empresa'
import { CONTRIBUTOR } from '../cadastros/pessoas'
import { f } from '../field'
import { cest, cfop, digitsOf, ncmBeginning, taxClass, uf } from '../kit'

/** How the base of ICMS comes about (modBC). */
const MOD_BC = {
  '0': '0 · Margem de valor agregado',
  '1': '1 · Pauta',
  '2': '2 · Preço tabelado máximo',
  '3': '3 · Valor da operação',
}

/** How the base of ST comes about (modBCST). */
const MOD_BC_ST = {
  '0': '0 · Preço tabelado ou máximo sugerido',
  '1': '1 · Lista negativa',
  '2': '2 · Lista positiva',
  '3': '3 · Lista neutra',
  '4': '4 · Margem de valor agregado',
  '5': '5 · Pauta',
  '6': '6 · Valor da operação',
}

/** Why ICMS is relieved (motDesICMS). */
const RELIEF = {
  '1': '1 · Táxi',
  '3': '3 · Uso na agropecuária',
  '4': '4 · Frotista ou locadora',
  '5': '5 · Diplomático ou consular',
  '6': '6 · Utilitários da Amazônia Ocidental e áreas de livre comércio',
  '7': '7 · SUFRAMA',
  '8': '8 · Venda a órgão público',
  '9': '9 · Outros',
  '10': '10 · Condutor com deficiência',
  '11': '11 · Não condutor com deficiência',
  '12': '12 · Fomento agropecuário',
  '16': '16 · Olimpíadas',
  '90': '90 · Solicitado pelo fisco',
}

const rate = (label: string, doc?: string) =>
  f.percent(label, 4, { min: 0, max: 100, ...(doc === undefined ? {} : { doc }) })
const margin = (label: string) => f.percent(label, 4, { min: 0, max: 100_000 })

/** A CST or CSOSN that there is, with or without the origin in front. */
function situation(text: string) {
  try {
    taxCodeDigits(text)
    return { ok: text }
  } catch (error) {
    if (error instanceof CoreError) return { error: error.message }
    throw error
  }
}

function benefit(text: string) {
  return /^(?:[A-Za-z\d]{8}|[A-Za-z\d]{10})$/.test(text) || text.toUpperCase() === 'SEM CBENEF'
    ? { ok: text.toUpperCase() }
    : { error: 'Informe os 8 ou 10 caracteres do código do benefício, ou SEM CBENEF.' }
}

/** What a rule is limited to; an empty limit takes every case. */
const limits = {
  tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida'),
  UFOrig: uf('UF de origem'),
  UFDest: uf('UF de destino'),
  NCM: ncmBeginning(),
  CEST: cest(),
  CRT: f.option('Regime do emitente', CRT),
  contribuinte: f.option('Cliente', CONTRIBUTOR, { doc: 'Vazio: qualquer um' }),
  dInicio: f.date('Válida desde'),
  dFim: f.date('Válida até'),
}

const icms = {
  taxCode: f.text('CST / CSOSN', { max: 4, normalize: situation }),
  modBC: f.choice('Base do ICMS', MOD_BC).default('3'),
  pICMS: rate('ICMS (%)'),
  pRedBC: rate('Redução da base (%)'),
  pFCP: rate('FCP (%)'),
  pDif: rate('Diferimento (%)'),
  pCredSN: rate('Crédito do Simples (%)'),
  motDesICMS: f.choice('Motivo da desoneração', RELIEF),
  indDeduzDeson: f.boolean('Desoneração deduz do total').default(false),
  cBenef: f.text('Código do benefício', { max: 10, normalize: benefit }),
}

const st = {
  modBCST: f.choice('Base da ST', MOD_BC_ST).default('4'),
  pMVAST: margin('MVA (%)'),
  mva_ajustada: f.boolean('Ajusta a MVA em venda interestadual').default(false),
  pICMSST: rate('ICMS-ST (%)'),
  pRedBCST: rate('Redução da base ST (%)'),
  pFCPST: rate('FCP-ST (%)'),
  fcpst_subtrai_proprio: f.boolean('FCP-ST desconta o FCP próprio').default(true),
  cst30_subtrai_proprio: f.boolean('CST 30 desconta o ICMS presumido').default(false),
}

const difal = {
  pICMSInter: rate('Alíquota interestadual (%)', 'Vazia: 4, 7 ou 12, como a lei diz de origem e destino'),
  pICMSUFDest: rate('Alíquota interna do destino (%)'),
  pFCPUFDest: rate('FCP do destino (%)'),
  difal_base_dupla: f.boolean('DIFAL de base dupla').default(false),
}

const federal = {
  cstIPI: digitsOf('CST do IPI', 2, 'Vazio: não se aplica'),
  cEnq: digitsOf('Enquadramento do IPI', 3).default('999'),
  pIPI: f.percent('IPI (%)', 4, { min: 0, max: 1000 }),
  ipi_frete: f
    .boolean('Frete na base do IPI', { doc: 'Desligado, o IPI é só das mercadorias, como a venda o cobra' })
    .default(true),
  cstPIS: digitsOf('CST do PIS', 2),
  pPIS: rate('PIS (%)'),
  cstCOFINS: digitsOf('CST da COFINS', 2),
  pCOFINS: rate('COFINS (%)'),
  exclui_icms_pis_cofins: f.boolean('ICMS fora da base de PIS e COFINS').default(true),
}

const reform = {
  cstIBSCBS: digitsOf('CST de IBS e CBS', 3),
  cClassTrib: taxClass(),
  pIBSUF: rate('IBS do estado (%)', 'Vazia: a da lei no ano'),
  pIBSMun: rate('IBS do município (%)', 'Vazia: a da lei no ano'),
  pCBS: rate('CBS (%)', 'Vazia: a da lei no ano'),
  pRedAliqIBSUF: rate('Redução IBS do estado (%)'),
  pRedAliqIBSMun: rate('Redução IBS do município (%)'),
  pRedAliqCBS: rate('Redução CBS (%)'),
  pDifIBSUF: rate('Diferimento IBS do estado (%)'),
  pDifIBSMun: rate('Diferimento IBS do município (%)'),
  pDifCBS: rate('Diferimento CBS (%)'),
  cstIS: digitsOf('CST do Imposto Seletivo', 3),
  cClassTribIS: digitsOf('Classificação do Imposto Seletivo', 6),
  pIS: margin('Imposto Seletivo (%)'),
}

const withheld = {
  pRetPIS: rate('PIS retido (%)'),
  pRetCOFINS: rate('COFINS retida (%)'),
  pRetCSLL: rate('CSLL retida (%)'),
  pRetIRRF: rate('IRRF (%)'),
  pRetINSS: rate('INSS retido (%)'),
}

export const tributacaoFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  ...limits,
  CFOP: cfop('CFOP', 'Vazio: o da tabela da operação'),
  ...icms,
  ...st,
  ...difal,
  ...federal,
  ...reform,
  ...withheld,
  xInfFisco: f.notes('Texto para a nota', { max: 500, doc: 'Base legal, por exemplo' }),
}

/** What the rule has of its own for one state of destination. */
export const tributacaoMvaFields = {
  tributacao_id: f.ref('Regra de tributação', 'tributacao').required(),
  UFDest: uf('UF de destino').required(),
  pMVAST: margin('MVA (%)'),
  pICMSST: rate('ICMS-ST (%)'),
  pFCP: rate('FCP-ST (%)'),
  pICMSUFDest: rate('Interna do destino (%)'),
  pFCPUFDest: rate('FCP do destino (%)'),
}

/** What a simulation asks. */
export const simulacaoFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  cliente_id: f.ref('Cliente', 'cliente', { doc: 'Sem cliente: alguém do estado da empresa' }),
  tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida'),
  data: f.date('Data de emissão', { doc: 'Vazia: hoje' }),
  qTrib: f.decimal('Quantidade', 4, { min: 0 }).default(1),
  vUnTrib: f.money('Preço unitário', { decimals: 4, min: 0 }).required(),
  vFrete: f.money('Frete', { min: 0 }),
  vDesc: f.money('Desconto', { min: 0 }),
}
