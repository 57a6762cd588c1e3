import { addDays, type CivilDate } from '../br/civil-date'
import { isSimples } from '../tax/codes'

/** A rule that holds from a day on, and what it means for who issues. */
export interface DatedRule {
  readonly dia: CivilDate
  readonly titulo: string
  readonly texto: string
  /** Law, technical note or rule of the authority. */
  readonly fonte: string
  /** Of whom: of Simples Nacional and MEI alone, of all others alone, or of everybody. */
  readonly regime?: 'simples' | 'normal'
}

/** Rules with a date, in its order. One that is moved is changed here. */
export const DATED_RULES: readonly DatedRule[] = [
  {
    dia: '2026-08-03',
    titulo: 'IBS e CBS nas notas do regime normal',
    texto:
      'A NF-e e a NFC-e sem o grupo IBSCBS passam a ser rejeitadas: cada regra de tributação precisa de CST e cClassTrib.',
    fonte: 'NT 2025.002 v1.40, regra UB12-10',
    regime: 'normal',
  },
  {
    dia: '2026-11-01',
    titulo: 'NFS-e nacional para o Simples',
    texto: 'Microempresas e empresas de pequeno porte do Simples emitem a NFS-e pelo sistema nacional.',
    fonte: 'Resolução CGSN 191/2026',
    regime: 'simples',
  },
  {
    dia: '2027-01-01',
    titulo: 'IBS, CBS e Imposto Seletivo passam a ser cobrados',
    texto:
      'O IBS passa a 0,05 % do estado e 0,05 % do município, a CBS e o Imposto Seletivo entram em vigor, e os três somam no total da nota (vNFTot).',
    fonte: 'LC 214/2025, arts. 344 a 347',
  },
  {
    dia: '2027-01-01',
    titulo: 'Novo leiaute da NFS-e nacional',
    texto: 'A DPS passa ao leiaute novo, já em homologação.',
    fonte: 'NT 009 da NFS-e',
  },
  {
    dia: '2027-01-04',
    titulo: 'IBS e CBS nas notas do Simples e do MEI',
    texto:
      'A NF-e e a NFC-e sem o grupo IBSCBS passam a ser rejeitadas também no Simples: complete as regras de tributação.',
    fonte: 'NT 2025.002 v1.40, regra UB12-10',
    regime: 'simples',
  },
]

/** Days ahead in which a rule is told. */
export const NOTICE_DAYS = 60

/** What will hold within 60 days, from today on, for a company of this regime (CRT). */
export function rulesAhead(today: CivilDate, CRT: number | string): readonly DatedRule[] {
  const last = addDays(today, NOTICE_DAYS)
  const own = isSimples(CRT) ? 'simples' : 'normal'
  return DATED_RULES.filter(
    ({ dia, regime }) => dia >= today && dia <= last && (regime === undefined || regime === own),
  )
}
