import { CoreError } from '../../../errors'
import { decimal, sum } from '../../../money/decimal'
import { child, findElements, isElement, parseXml, text } from '../../xml'
import { given } from '../amounts'
import type { Dps } from '../dps'
import type { NfseReading } from '../read-nfse'
import { rpsId } from './rps-xml'

/** A note of a city of ABRASF, by the names of the national one; what that has and this has not is null. */
export interface AbrasfReading extends Omit<NfseReading, 'chNFSe'> {
  readonly chNFSe: null
  /** By which it is looked up at the city. */
  readonly cVerif: string | null
  /** Digest of the declaration within it; null where the city gives it without its signature. */
  readonly digVal: string | null
  /** It was cancelled, or another took its place. */
  readonly isOver: boolean
}

/** `tribISSQN`, by ExigibilidadeISS. */
const KINDS: Readonly<Record<string, string>> = { 1: '1', 2: '4', 3: '2', 4: '3', 5: '2', 6: '1', 7: '1' }
/** `opSimpNac`, by RegimeEspecialTributacao, of whoever is of Simples. */
const MEI = '5'

/** Reads a note (CompNfse). Throws CoreError `not_nfse`, `damaged_xml`, `too_large`. */
export function readAbrasf(xml: string): AbrasfReading {
  const tree = parseXml(xml)
  const [whole] = findElements({ tree }, 'CompNfse', (one) => isElement(child(one, 'Nfse', 'InfNfse')))
  const inf = child(whole, 'Nfse', 'InfNfse')
  const declared = child(inf, 'DeclaracaoPrestacaoServico')
  const told = child(declared, 'InfDeclaracaoPrestacaoServico')
  if (inf === undefined || told === undefined)
    throw new CoreError('not_nfse', 'O XML não é de uma NFS-e do padrão ABRASF 2.04.')
  const dps = declarationIn(inf, told)
  const values = child(inf, 'ValoresNfse')
  const vLiq = text(values, 'ValorLiquidoNfse')
  const provider = child(inf, 'PrestadorServico')
  const own = child(told, 'Prestador')
  return {
    ...NOTHING,
    chNFSe: null,
    cVerif: text(inf, 'CodigoVerificacao'),
    nNFSe: text(inf, 'Numero'),
    dhProc: text(inf, 'DataEmissao'),
    xOutInf: text(inf, 'OutrasInformacoes'),
    cLocIncid: text(told, 'Servico', 'MunicipioIncidencia'),
    emit: {
      CNPJ: text(own, 'CpfCnpj', 'Cnpj'),
      CPF: text(own, 'CpfCnpj', 'Cpf'),
      IM: text(own, 'InscricaoMunicipal'),
      xNome: text(provider, 'RazaoSocial'),
      xFant: text(provider, 'NomeFantasia'),
      fone: text(provider, 'Contato', 'Telefone'),
      email: text(provider, 'Contato', 'Email'),
    },
    valores: {
      vCalcDR: text(told, 'Servico', 'Valores', 'ValorDeducoes'),
      vCalcBM: null,
      vBC: text(values, 'BaseCalculo'),
      pAliqAplic: text(values, 'Aliquota'),
      vISSQN: text(values, 'ValorIss'),
      vTotalRet: vLiq === null ? null : keptBack(dps, vLiq),
      vLiq,
    },
    idDps: idOf(dps),
    dps,
    digVal: text(declared, 'Signature', 'SignedInfo', 'Reference', 'DigestValue'),
    isOver: isElement(child(whole, 'NfseCancelamento')) || isElement(child(whole, 'NfseSubstituicao')),
    warnings: [],
  }
}

const NOTHING = {
  nDFSe: null,
  cStat: null,
  ambGer: null,
  xLocEmi: null,
  xLocPrestacao: null,
  xLocIncid: null,
  xTribNac: null,
  xTribMun: null,
  xNBS: null,
  IBSCBS: null,
} as const

/** All that is kept back: what the service comes to after its discounts, less what is paid. */
function keptBack({ valores }: Dps, vLiq: string): string {
  const { vDescIncond, vDescCond } = valores.vDescCondIncond ?? {}
  return decimal(valores.vServPrest.vServ).minus(given(vDescIncond)).minus(given(vDescCond)).minus(vLiq).toFixed(2)
}

const idOf = ({ cLocEmi, prest, serie, nDPS }: Dps): string =>
  rpsId(cLocEmi, { CNPJ_CPF: prest.CNPJ ?? prest.CPF ?? '', IM: null, serie, numero: nDPS })

/** What is there of some texts. */
const some = <K extends string>(texts: Readonly<Record<K, string | null>>): Partial<Record<K, string>> => {
  const told: Partial<Record<K, string>> = {}
  for (const name in texts) {
    const value = texts[name]
    if (value !== null) told[name] = value
  }
  return told
}

function declarationIn(inf: unknown, told: unknown): Dps {
  const service = child(told, 'Servico')
  const rps = child(told, 'Rps', 'IdentificacaoRps')
  const own = child(told, 'Prestador')
  const isSimples = text(told, 'OptanteSimplesNacional') === '1'
  const opSimpNac = isSimples ? (text(told, 'RegimeEspecialTributacao') === MEI ? '2' : '3') : '1'
  const item = (text(service, 'ItemListaServico') ?? '').replaceAll(/\D/g, '')
  const note = text(told, 'InformacoesComplementares')
  return {
    tpAmb: '1',
    dhEmi: text(told, 'Rps', 'DataEmissao') ?? '',
    serie: text(rps, 'Serie') ?? '',
    nDPS: text(rps, 'Numero') ?? '',
    dCompet: (text(told, 'Competencia') ?? '').slice(0, 10),
    tpEmit: '1',
    cLocEmi: text(inf, 'OrgaoGerador', 'CodigoMunicipio') ?? '',
    prest: {
      ...some({
        CNPJ: text(own, 'CpfCnpj', 'Cnpj'),
        CPF: text(own, 'CpfCnpj', 'Cpf'),
        IM: text(own, 'InscricaoMunicipal'),
      }),
      regTrib: { opSimpNac, regEspTrib: '0' },
    },
    ...takerIn(told),
    serv: {
      locPrest: some({ cLocPrestacao: text(service, 'CodigoMunicipio') }),
      cServ: {
        cTribNac: item,
        xDescServ: text(service, 'Discriminacao') ?? '',
        ...some({ cTribMun: text(service, 'CodigoTributacaoMunicipio'), cNBS: text(service, 'CodigoNbs') }),
      },
      ...(note === null ? {} : { infoCompl: { xInfComp: note } }),
    },
    valores: valuesIn(service),
  }
}

function takerIn(told: unknown): Pick<Dps, 'toma'> {
  const taker = child(told, 'TomadorServico') ?? child(told, 'Tomador')
  if (taker === undefined) return {}
  const id = child(taker, 'IdentificacaoTomador', 'CpfCnpj')
  const end = child(taker, 'Endereco')
  const place = some({ xCpl: text(end, 'Complemento') })
  return {
    toma: {
      ...some({ CNPJ: text(id, 'Cnpj'), CPF: text(id, 'Cpf') }),
      xNome: text(taker, 'RazaoSocial') ?? '',
      ...(isElement(end)
        ? {
            end: {
              endNac: { cMun: text(end, 'CodigoMunicipio') ?? '', CEP: text(end, 'Cep') ?? '' },
              xLgr: text(end, 'Endereco') ?? '',
              nro: text(end, 'Numero') ?? '',
              ...place,
              xBairro: text(end, 'Bairro') ?? '',
            },
          }
        : {}),
      ...some({ fone: text(taker, 'Contato', 'Telefone'), email: text(taker, 'Contato', 'Email') }),
    },
  }
}

function valuesIn(service: unknown): Dps['valores'] {
  const values = child(service, 'Valores')
  const amount = (name: string): string | null => text(values, name)
  const together = sum(['ValorPis', 'ValorCofins', 'ValorCsll'].map((name) => given(amount(name) ?? undefined)))
  const federal = {
    ...some({ vRetCP: amount('ValorInss'), vRetIRRF: amount('ValorIr') }),
    ...(together.sign() > 0 ? { vRetCSLL: together.toFixed(2) } : {}),
  }
  const discounts = some({ vDescIncond: amount('DescontoIncondicionado'), vDescCond: amount('DescontoCondicionado') })
  return {
    vServPrest: { vServ: amount('ValorServicos') ?? '0' },
    ...(Object.keys(discounts).length > 0 ? { vDescCondIncond: discounts } : {}),
    trib: {
      tribMun: {
        tribISSQN: KINDS[text(service, 'ExigibilidadeISS') ?? ''] ?? '1',
        tpRetISSQN: text(service, 'IssRetido') === '1' ? '2' : '1',
        ...some({ pAliq: amount('Aliquota') }),
      },
      ...(Object.keys(federal).length > 0 ? { tribFed: federal } : {}),
      totTrib: {},
    },
  }
}
