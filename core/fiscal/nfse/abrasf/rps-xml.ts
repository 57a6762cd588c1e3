import { ufOfMunicipality } from '../../../br/uf'
import { allocate } from '../../../money/allocate'
import { decimal } from '../../../money/decimal'
import { group, leaf } from '../../services/write-xml'
import { given, isWithheld, type NfseAmounts } from '../amounts'
import type { Dps } from '../dps'

/** The namespace of ABRASF's messages, and the version of its layout that is written here. */
export const ABRASF_NAMESPACE = 'http://www.abrasf.org.br/nfse.xsd'
export const ABRASF_VERSION = '2.04'
const XMLNS = ` xmlns="${ABRASF_NAMESPACE}"`

/** The message that brings a lot, by how its city takes it. */
const LOTS = {
  RecepcionarLoteRpsSincrono: 'EnviarLoteRpsSincronoEnvio',
  RecepcionarLoteRps: 'EnviarLoteRpsEnvio',
} as const

/** What a city of ABRASF asks of a declaration beside its layout. */
export interface AbrasfWays {
  /** Alone (GerarNfse), or as a lot of one: answered at once, or kept under a protocol by which its answer is asked for later. */
  readonly metodo: 'GerarNfse' | keyof typeof LOTS
  /** Series that the city wants in place of our own; null: ours. */
  readonly serie: string | null
}

/** A receipt (RPS) as it is declared. */
export interface Rps {
  readonly dps: Dps
  readonly amounts: NfseAmounts
  /** Where the ISS is due (IBGE). */
  readonly cLocIncid: string | undefined
  readonly ways: AbrasfWays
}

/** By which a receipt is known at its city, and its note asked for. */
export interface RpsIdentity {
  readonly numero: string
  readonly serie: string
  readonly CNPJ_CPF: string
  readonly IM: string | null
}

const issuer = ({ prest }: Dps): string => prest.CNPJ ?? prest.CPF ?? ''

export const rpsIdentity = ({ dps, ways }: Pick<Rps, 'dps' | 'ways'>): RpsIdentity => ({
  numero: dps.nDPS,
  serie: ways.serie ?? dps.serie,
  CNPJ_CPF: issuer(dps),
  IM: dps.prest.IM ?? null,
})

/** The Id of a declaration, one of its kind: city, issuer, series and number. */
export const rpsId = (cMun: string, { CNPJ_CPF, serie, numero }: RpsIdentity): string =>
  `RPS${cMun}${CNPJ_CPF}${serie.padStart(5, '0')}${numero.padStart(15, '0')}`

const CPF_LENGTH = 11
const taxId = (id: string): string => group('CpfCnpj', '', leaf(id.length === CPF_LENGTH ? 'Cpf' : 'Cnpj', id))

/** Who a message is about. */
const person = (name: string, { CNPJ_CPF, IM }: Pick<RpsIdentity, 'CNPJ_CPF' | 'IM'>): string =>
  group(name, '', taxId(CNPJ_CPF), leaf('InscricaoMunicipal', IM))

const identification = ({ numero, serie }: RpsIdentity): string =>
  group('IdentificacaoRps', '', leaf('Numero', numero), leaf('Serie', serie), leaf('Tipo', '1'))

/** `ExigibilidadeISS`, by how the ISS falls on the service (tribISSQN). */
const DUE: Readonly<Record<string, string>> = { 1: '1', 2: '5', 3: '4', 4: '2' }
/** `RegimeEspecialTributacao`, by Simples (opSimpNac). */
const REGIME: Readonly<Record<string, string>> = { 2: '5', 3: '6' }
/** PIS, COFINS and CSLL are declared each; they are kept back together (Lei 10.833/2003, art. 31). */
const TOGETHER = ['0.65', '3', '1'] as const

const money = (amount: string | undefined): string | undefined => {
  const value = given(amount)
  return value.sign() > 0 ? value.toFixed(2) : undefined
}

function valuesXml({ dps: { valores }, amounts }: Rps): string {
  const { tribFed } = valores.trib
  const together = given(tribFed?.vRetCSLL)
  const [pis, cofins, csll] = together.sign() > 0 ? allocate(together, TOGETHER).map((part) => part.toFixed(2)) : []
  const taxed = amounts.pAliqAplic.sign() > 0
  return group(
    'Valores',
    '',
    leaf('ValorServicos', decimal(valores.vServPrest.vServ).toFixed(2)),
    leaf('ValorDeducoes', money(amounts.vCalcDR.toFixed(2))),
    leaf('ValorPis', pis),
    leaf('ValorCofins', cofins),
    leaf('ValorInss', money(tribFed?.vRetCP)),
    leaf('ValorIr', money(tribFed?.vRetIRRF)),
    leaf('ValorCsll', csll),
    leaf('ValorIss', taxed ? amounts.vISSQN.toFixed(2) : undefined),
    leaf('Aliquota', taxed ? amounts.pAliqAplic.toFixed(2) : undefined),
    leaf('DescontoIncondicionado', money(valores.vDescCondIncond?.vDescIncond)),
    leaf('DescontoCondicionado', money(valores.vDescCondIncond?.vDescCond)),
  )
}

function serviceXml(rps: Rps): string {
  const { dps, cLocIncid } = rps
  const { cServ, locPrest } = dps.serv
  const { tribISSQN } = dps.valores.trib.tribMun
  const withheld = isWithheld(dps)
  return group(
    'Servico',
    '',
    valuesXml(rps),
    leaf('IssRetido', withheld ? '1' : '2'),
    leaf('ResponsavelRetencao', withheld ? '1' : undefined),
    leaf('ItemListaServico', `${cServ.cTribNac.slice(0, 2)}.${cServ.cTribNac.slice(2, 4)}`),
    leaf('CodigoTributacaoMunicipio', cServ.cTribMun),
    leaf('CodigoNbs', cServ.cNBS),
    leaf('Discriminacao', cServ.xDescServ),
    leaf('CodigoMunicipio', locPrest.cLocPrestacao ?? dps.cLocEmi),
    leaf('ExigibilidadeISS', DUE[tribISSQN] ?? '1'),
    leaf('MunicipioIncidencia', tribISSQN === '1' ? cLocIncid : undefined),
  )
}

function takerXml({ toma }: Dps): string {
  if (!toma) return ''
  const { end, fone, email } = toma
  const cMun = end?.endNac?.cMun ?? ''
  const address = end
    ? group(
        'Endereco',
        '',
        leaf('Endereco', end.xLgr),
        leaf('Numero', end.nro),
        leaf('Complemento', end.xCpl),
        leaf('Bairro', end.xBairro),
        leaf('CodigoMunicipio', cMun),
        leaf('Uf', ufOfMunicipality(cMun)?.sigla),
        leaf('Cep', end.endNac?.CEP),
      )
    : ''
  const contact = leaf('Telefone', fone) + leaf('Email', email)
  return group(
    'TomadorServico',
    '',
    group('IdentificacaoTomador', '', taxId(toma.CNPJ ?? toma.CPF ?? '')),
    leaf('RazaoSocial', toma.xNome),
    address,
    contact === '' ? '' : group('Contato', '', contact),
  )
}

/** The declaration of a service and the receipt it is of, elements in the order of ABRASF 2.04 (tcDeclaracaoPrestacaoServico), unsigned. */
function declarationXml(rps: Rps): string {
  const { dps } = rps
  const id = rpsIdentity(rps)
  const { opSimpNac } = dps.prest.regTrib
  return group(
    'Rps',
    '',
    group(
      'InfDeclaracaoPrestacaoServico',
      ` Id="${rpsId(dps.cLocEmi, id)}"`,
      group('Rps', '', identification(id), leaf('DataEmissao', dps.dhEmi.slice(0, 10)), leaf('Status', '1')),
      leaf('Competencia', dps.dCompet),
      serviceXml(rps),
      person('Prestador', id),
      takerXml(dps),
      leaf('RegimeEspecialTributacao', REGIME[opSimpNac]),
      leaf('OptanteSimplesNacional', opSimpNac === '1' ? '2' : '1'),
      leaf('IncentivoFiscal', '2'),
      leaf('InformacoesComplementares', dps.serv.infoCompl?.xInfComp),
    ),
  )
}

/** Asks for a note: alone or as a lot of one, as its city wants it; unsigned. */
export function issueXml(rps: Rps): string {
  const declared = declarationXml(rps)
  const { metodo } = rps.ways
  if (metodo === 'GerarNfse') return group('GerarNfseEnvio', XMLNS, declared)
  const id = rpsIdentity(rps)
  const lot = group(
    'LoteRps',
    ` Id="lote${id.numero}" versao="${ABRASF_VERSION}"`,
    leaf('NumeroLote', id.numero),
    person('Prestador', id),
    leaf('QuantidadeRps', '1'),
    group('ListaRps', '', declared),
  )
  return group(LOTS[metodo], XMLNS, lot)
}

/** A note that is to be cancelled, by its number at its city. */
export interface CancelOf {
  readonly nNFSe: string
  readonly CNPJ_CPF: string
  readonly IM: string | null
  readonly cMun: string
  /** 1 error of issue, 2 service not done, 3 error of signature, 4 issued twice, 5 error of processing. */
  readonly codigo: string
}

const cancelRequest = ({ nNFSe, CNPJ_CPF, IM, cMun, codigo }: CancelOf): string =>
  group(
    'Pedido',
    '',
    group(
      'InfPedidoCancelamento',
      ` Id="cancela${nNFSe}"`,
      group(
        'IdentificacaoNfse',
        '',
        leaf('Numero', nNFSe),
        taxId(CNPJ_CPF),
        leaf('InscricaoMunicipal', IM),
        leaf('CodigoMunicipio', cMun),
      ),
      leaf('CodigoCancelamento', codigo),
    ),
  )

/** Asks for the end of a note, unsigned. */
export const cancelXml = (of: CancelOf): string => group('CancelarNfseEnvio', XMLNS, cancelRequest(of))

/** Asks for a note in the place of another, which ends with it; unsigned. */
export const replaceXml = (rps: Rps, of: CancelOf): string =>
  group(
    'SubstituirNfseEnvio',
    XMLNS,
    group('SubstituicaoNfse', ` Id="subst${rps.dps.nDPS}"`, cancelRequest(of), declarationXml(rps)),
  )

/** Asks for the note of a receipt. */
export const askXml = (id: RpsIdentity): string =>
  group('ConsultarNfseRpsEnvio', XMLNS, identification(id), person('Prestador', id))

/** Asks what became of a lot that a city keeps under a protocol. */
export const askLotXml = (id: RpsIdentity, protocolo: string): string =>
  group('ConsultarLoteRpsEnvio', XMLNS, person('Prestador', id), leaf('Protocolo', protocolo))
