import { useState, type ReactElement } from 'react'
import { isAdmin } from '../../../core/access'
import { KEEPING_FAULTS } from '../../../core/fields/nfe/keeping-faults'
import { nfseLife } from '../../../core/lifecycle/nfse'
import { numbersOf, verbRefusal } from '../../../core/lifecycle/standing'
import { needOf } from '../../app/access'
import { rights } from '../../app/session'
import { whyNot } from '../../app/why'
import { DocumentTable } from '../../ui/documents/document-table'
import { openAside } from '../../ui/documents/print'
import { stateViews } from '../../ui/documents/state'
import { isSet, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { SavedView } from '../../ui/table/table-state'
import type { TableAction } from '../../ui/table/verbs'
import { CitySystems } from './city-systems'
import { type Asking, begin, NfseDialog } from './dialogs'
import { KIND, note } from './kind'
import { Towns } from './towns'

const columns: readonly Column[] = [
  note.column('nNFSe', { width: 100, card: 'sub' }),
  note.column('nDPS', { width: 80, card: 'none' }),
  note.column('dhEmi', { width: 150 }),
  note.column('dCompet', { width: 120, hidden: true }),
  note.column('xTomador', { card: 'title' }),
  note.column('vServ', { width: 120, card: 'value' }),
  note.column('vISSQN', { width: 110 }),
  note.column('vTotalRet', { width: 120, hidden: true }),
  note.column('vLiq', { width: 120 }),
  note.column('ordem_servico_id', { width: 130, hidden: true }),
  note.column('cStat', { width: 100, hidden: true }),
  note.column('xMotivo', { hidden: true }),
  note.column('CodigoMunicipio', { width: 130, hidden: true }),
  note.column('email', { hidden: true }),
  note.column('chNFSe', { hidden: true }),
  note.column('falha_guarda', { width: 200, hidden: true }),
]

const VIEWS: readonly SavedView[] = [
  ...stateViews(nfseLife),
  { name: 'A cancelar na prefeitura', custom: { pendentes_prefeitura: true } },
  { name: 'Em dobro', where: { status: numbersOf(nfseLife, ['autorizada']) }, custom: { em_dobro: true } },
  { name: 'Canceladas de ofício', custom: { de_oficio: true } },
  { name: 'Com retenção a abater', custom: { retencao_pendente: true } },
  { name: 'Canceladas com a ordem faturada', custom: { ordem_faturada: true } },
  { name: 'Com falha na guarda', where: { falha_guarda: Object.keys(KEEPING_FAULTS) } },
]

const EMPTY = {
  text: 'A NFS-e sai com o faturamento da ordem de serviço que diz “NFS-e”, ou por “Emitir NFS-e” na ordem faturada.',
  to: { path: '/ui/servico/ordem_servico', label: 'Abrir Ordens de serviço' },
}

const MOST = 200
const opens =
  (path: string) =>
  (rows: readonly Row[]): void =>
    openAside(`/api/nfse/${path}?id_list=${rows.map(({ id }) => id).join(',')}`)

/** Why a file of some notes may not be had: it is of those that have a date. */
const without =
  (date: 'dhAssinatura' | 'dhAutorizacao', said: string) =>
  (rows: readonly Row[]): string | undefined => {
    if (rows.length > MOST) return `Escolha até ${MOST} notas.`
    return rows.some((row) => isSet(row[date])) ? undefined : said
  }

const ASKED = [
  ['corrigir', 'Corrigir', 'edit'],
  ['sendMail', 'Enviar por e-mail', 'export'],
  ['cancelar', 'Cancelar a NFS-e', 'close'],
] as const

/** What is asked of one note, with why it may not be now. */
const actionsOf = (
  ask: (what: Asking['what'], row: Row) => Promise<void>,
  show: (what: 'towns' | 'systems') => void,
): readonly TableAction[] => [
  {
    label: 'Imprimir DANFSe',
    icon: 'print',
    run: opens('print_danfse'),
    reason: without('dhAutorizacao', 'A nota ainda não foi autorizada.'),
  },
  {
    label: 'Baixar XML',
    icon: 'export',
    run: opens('xml_lote'),
    reason: without('dhAssinatura', 'A nota ainda não foi emitida.'),
  },
  ...ASKED.map(([verb, label, icon]) => ({
    label,
    icon,
    danger: verb === 'cancelar',
    reason: ([row, other]: readonly Row[]) => {
      if (row === undefined || other !== undefined) return 'Selecione uma NFS-e.'
      return whyNot(needOf(KIND.right, 'edit')) ?? verbRefusal(nfseLife, row, verb)?.[1]
    },
    run: async ([row]: readonly Row[]) => {
      if (row !== undefined) await ask(verb, row)
    },
  })),
  { label: 'ISS dos municípios', icon: 'tag', whole: true, run: () => show('towns') },
  {
    label: 'Sistemas dos municípios',
    icon: 'tag',
    whole: true,
    reason: () => (isAdmin(rights.peek()) ? undefined : 'Só administradores: vale para todas as empresas.'),
    run: () => show('systems'),
  },
]

/** Notes of services (S3-031), ten at a time. */
export function NotasServico(): ReactElement {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [shown, setShown] = useState<'towns' | 'systems' | null>(null)
  const [actions] = useState(() => actionsOf(async (what, row) => setAsking(await begin(what, row)), setShown))
  return (
    <>
      <DocumentTable
        kind={KIND}
        columns={columns}
        views={VIEWS}
        actions={actions}
        pageSize={10}
        create={false}
        empty={EMPTY}
      />
      {asking === null ? null : <NfseDialog asking={asking} onClose={() => setAsking(null)} />}
      {shown === 'towns' ? <Towns onClose={() => setShown(null)} /> : null}
      {shown === 'systems' ? <CitySystems onClose={() => setShown(null)} /> : null}
    </>
  )
}
