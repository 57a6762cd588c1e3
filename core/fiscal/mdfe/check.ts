import { readTaxId } from '../../br/tax-id'
import { findUf } from '../../br/uf'
import { readAccessKey } from '../access-key'
import { isNothing } from '../amount-text'
import { addressOf, at, faultWords, type Known, type Place, type Problem, when } from '../issue/fault-words'
import type { Manifest } from './manifest'
import { countedDocuments, manifestXml } from './manifest-xml'
import { paymentProblems } from './check-payment'
import { brokenStep } from './way'

const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['@Id', { label: 'Chave do MDF-e (o leiaute ainda não aceita CNPJ com letras)' }],
  ['ide.serie', at('serie_numero', 'serie', 'Série')],
  ['ide.tpEmit', at('mdfe', 'tpEmit', 'Tipo do emitente')],
  ['ide.tpTransp', at('mdfe', 'tpTransp', 'Tipo do transportador')],
  ['ide.UFIni', at('mdfe', 'UFIni', 'UF de carregamento')],
  ['ide.UFFim', at('mdfe', 'UFFim', 'UF de descarregamento')],
  ['ide.infPercurso', at('mdfe', 'infPercurso', 'UFs do percurso')],
  ['ide.infMunCarrega', at('mdfe', 'infMunCarrega', 'Município de carregamento')],
  ['ide.dhIniViagem', at('mdfe', 'dhIniViagem', 'Início da viagem')],
  ['ide.cUF', at('empresa', 'UF', 'UF da empresa')],
  ['emit.CNPJ', at('empresa', 'CNPJ_CPF', 'CNPJ da empresa')],
  ['emit.CPF', at('empresa', 'CNPJ_CPF', 'CPF da empresa')],
  ['emit.xNome', at('empresa', 'xNome', 'Razão social da empresa')],
  ['emit.IE', at('empresa', 'IE', 'Inscrição estadual da empresa')],
  ...addressOf('emit.enderEmit', 'empresa', 'da empresa'),
  ['infModal.rodo.infANTT.RNTRC', at('empresa', 'RNTRC', 'RNTRC')],
  ['infModal.rodo.infANTT.infCIOT', at('mdfe', 'infCIOT', 'CIOT')],
  ['infModal.rodo.infANTT.valePed', at('mdfe', 'valePed', 'Vale-pedágio')],
  ['infModal.rodo.infANTT.infContratante', at('mdfe', 'infContratante', 'Contratante')],
  ['infModal.rodo.infANTT.infPag', at('mdfe', 'infPag', 'Pagamento do frete')],
  ['infModal.rodo.veicTracao.placa', at('veiculo', 'placa', 'Placa do veículo')],
  ['infModal.rodo.veicTracao.RENAVAM', at('veiculo', 'RENAVAM', 'RENAVAM do veículo')],
  ['infModal.rodo.veicTracao.tara', at('veiculo', 'tara', 'Tara do veículo')],
  ['infModal.rodo.veicTracao.capKG', at('veiculo', 'capacidade_kg', 'Capacidade do veículo')],
  ['infModal.rodo.veicTracao.tpRod', at('veiculo', 'tpRod', 'Rodado do veículo')],
  ['infModal.rodo.veicTracao.tpCar', at('veiculo', 'tpCar', 'Carroceria do veículo')],
  ['infModal.rodo.veicTracao.UF', at('veiculo', 'UF', 'UF do veículo')],
  ['infModal.rodo.veicTracao.prop.RNTRC', at('veiculo', 'RNTC', 'RNTRC do dono do veículo')],
  ['infModal.rodo.veicTracao.prop', at('transportadora', 'CNPJ_CPF', 'Dono do veículo')],
  ['infModal.rodo.veicTracao.condutor', at('motorista', 'CNPJ_CPF', 'Motorista')],
  ['infModal.rodo.veicTracao', at('veiculo', 'placa', 'Veículo')],
  ['infModal.rodo.veicReboque', at('veiculo', 'placa', 'Reboque')],
  ['infDoc.infMunDescarga', at('mdfe', 'infMunDescarga', 'Município de descarregamento')],
  ['seg', at('mdfe', 'seg', 'Seguro da carga')],
  ['prodPred', at('mdfe', 'prodPred', 'Produto predominante')],
  ['tot.vCarga', at('mdfe', 'vCarga', 'Valor da carga')],
  ['tot.qCarga', at('mdfe', 'qCarga', 'Peso da carga')],
  ['tot.cUnid', at('mdfe', 'cUnid', 'Unidade do peso')],
  ['lacres', at('mdfe', 'lacres', 'Lacres')],
  ['autXML', at('empresa', 'autXML', 'CNPJ ou CPF do contador')],
  ['infAdic', at('mdfe', 'obs', 'Informações complementares')],
  ['infRespTec', at('configuracao', 'FISCAL_RESP_TEC', 'Responsável técnico')],
])

const wordsOf = faultWords({ document: 'o MDF-e', roots: ['MDFe', 'infMDFe'], known: KNOWN })

/** What is wrong where something is; nothing where nothing is. */
type Rule = (manifest: Manifest) => readonly Problem[]

/** Everything that would keep a manifest from being authorised and that can be known before it is numbered: what the layout refuses, then the authorities' rules. */
export function checkManifest(manifest: Manifest, made = manifestXml(manifest)): Problem[] {
  return [...made.faults.map(wordsOf), ...RULES.flatMap((rule) => rule(manifest))]
}

const here = (field: string): Place => ({ resource: 'mdfe', field })

/** The town's code begins with that of its state; beyond the border there is none. */
const isOf = (cMun: string, UF: string): boolean => UF === 'EX' || cMun.slice(0, 2) === findUf(UF)?.codigo

const RULES: readonly Rule[] = [
  ({ emit }) =>
    when(!readTaxId(emit.CNPJ ?? emit.CPF ?? '').valid, 'O CNPJ ou CPF da empresa não confere.', {
      resource: 'empresa',
      field: 'CNPJ_CPF',
    }),
  ({ emit: { enderEmit } }) =>
    when(!isOf(enderEmit.cMun, enderEmit.UF), 'O município da empresa não é da UF dela.', {
      resource: 'empresa',
      field: 'cMun',
    }),
  ({ ide: { UFIni, infMunCarrega } }) =>
    infMunCarrega
      .filter(({ cMunCarrega }) => !isOf(cMunCarrega, UFIni))
      .map(({ xMunCarrega }) => ({
        message: `O município ${xMunCarrega} não é da UF de carregamento (${UFIni}).`,
        place: here('infMunCarrega'),
      })),
  ({ ide: { UFFim }, infDoc }) =>
    infDoc.infMunDescarga
      .filter(({ cMunDescarga }) => !isOf(cMunDescarga, UFFim))
      .map(({ xMunDescarga }) => ({
        message: `O município ${xMunDescarga} não é da UF de descarregamento (${UFFim}): cada UF pede um MDF-e.`,
        place: here('infMunDescarga'),
      })),
  wayProblems,
  documentProblems,
  ({ rodo: { veicTracao } }) =>
    veicTracao.condutor
      .filter(({ CPF }) => !readTaxId(CPF, 'cpf').valid)
      .map(({ xNome }) => ({
        message: `O CPF do motorista ${xNome} não confere.`,
        place: { resource: 'motorista', field: 'CNPJ_CPF' },
      })),
  ({ rodo: { veicTracao } }) =>
    when(veicTracao.condutor.length === 0, 'Informe o motorista.', { resource: 'rota', field: 'motorista_id' }),
  ({ ide: { tpEmit }, rodo }) =>
    when(tpEmit === '1' && !rodo.infANTT?.RNTRC, 'Quem presta serviço de transporte informa o RNTRC.', {
      resource: 'empresa',
      field: 'RNTRC',
    }),
  insuranceProblems,
  ({ tot, ide }) =>
    when(
      ide.indCarregaPosterior === undefined && (isNothing(tot.vCarga) || isNothing(tot.qCarga)),
      'A carga precisa de valor e de peso.',
      here('qCarga'),
    ),
  ({ ide: { dhEmi, dhIniViagem } }) =>
    when(
      dhIniViagem !== undefined && dhIniViagem.slice(0, 10) < dhEmi.slice(0, 10),
      'A viagem não pode começar antes da emissão do MDF-e.',
      here('dhIniViagem'),
    ),
  paymentProblems,
]

function wayProblems({ ide: { UFIni, UFFim, infPercurso = [] } }: Manifest): readonly Problem[] {
  const told = (message: string): Problem => ({ cStat: '663', message, place: here('infPercurso') })
  const between = infPercurso.map(({ UFPer }) => UFPer)
  if (between.includes(UFIni) || between.includes(UFFim))
    return [told('O percurso traz só as UFs entre a de carregamento e a de descarregamento.')]
  const broken = brokenStep([UFIni, ...between, UFFim])
  if (!broken) return []
  const [from, to] = broken
  return [told(`O percurso não liga ${from} a ${to}: informe as UFs entre elas, na ordem.`)]
}

function documentProblems(manifest: Manifest): readonly Problem[] {
  const { ide, infDoc } = manifest
  const where = here('infMunDescarga')
  const keys = infDoc.infMunDescarga.flatMap(({ infNFe = [], infCTe = [], infMDFeTransp = [] }) => [
    ...infNFe.map(({ chNFe }) => ['55', chNFe] as const),
    ...infCTe.map(({ chCTe }) => ['57', chCTe] as const),
    ...infMDFeTransp.map(({ chMDFe }) => ['58', chMDFe] as const),
  ])
  const wrong = keys.flatMap(([mod, key]) => {
    const { valid, parts } = readAccessKey(key)
    if (!valid) return [{ message: `A chave ${key} não confere.`, place: where }]
    return when(parts?.mod !== mod, `A chave ${key} não é de um documento do modelo ${mod}.`, where)
  })
  const { qNFe, qCTe, qMDFe } = countedDocuments(manifest)
  return [
    ...wrong,
    ...when(qNFe + qCTe + qMDFe < keys.length, 'Há documentos repetidos no MDF-e.', where),
    ...when(
      keys.length === 0 && ide.indCarregaPosterior === undefined,
      'Informe as notas da carga, ou marque que ela é carregada depois.',
      where,
    ),
    ...when(ide.tpEmit === '2' && qCTe > 0, 'Carga própria leva notas, e não CT-e.', where),
    ...when(
      ide.tpEmit === '1' && qNFe > 0,
      'Quem presta serviço de transporte informa os CT-e, e não as notas.',
      where,
    ),
  ]
}

/** Carriers insure what they carry; who says that another does names that other. */
function insuranceProblems({ ide, seg = [] }: Manifest): readonly Problem[] {
  const where = here('seg')
  return [
    ...when(
      ide.tpEmit === '1' && seg.length === 0,
      'Quem presta serviço de transporte informa o seguro da carga.',
      where,
      '698',
    ),
    ...seg.flatMap(({ infResp, infSeg, nApol, nAver = [] }) => [
      ...when(
        infResp.respSeg === '2' && infResp.CNPJ === undefined && infResp.CPF === undefined,
        'Informe o CNPJ ou CPF do contratante que responde pelo seguro.',
        where,
      ),
      ...when(
        ide.tpEmit === '1' && (infSeg === undefined || nApol === undefined || nAver.length === 0),
        'O seguro pede a seguradora, a apólice e a averbação.',
        where,
      ),
    ]),
  ]
}
