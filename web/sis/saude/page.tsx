import type { ReactElement } from 'react'
import { announce } from '../../app/events'
import { Button } from '../../ui/button'
import { addStyle } from '../../ui/later-style'
import { isRecord, recordsOf, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { Block } from './block'
import { calls, ownWork, PATH, services, sessions, statements, tables, tasks } from './columns'
import style from './saude.css' with { type: 'text' }
import { bytesText } from './units'

addStyle(style)

/** How large the database is, and how much room is left for it. */
function roomText({ banco, disco }: Values): string {
  const size = bytesText(isRecord(banco) ? banco.bytes : null)
  if (!isRecord(disco))
    return `O banco de dados ocupa ${size}. Ele está em outro servidor, que não diz quanto espaço resta.`
  return `O banco de dados ocupa ${size}. No disco restam ${bytesText(disco.livre)} de ${bytesText(disco.total)}.`
}

/** How the replica stands that long reads go to, where there is one. */
const replicaText = ({ replica }: Values): string => (isRecord(replica) ? ` ${textOf(replica.texto)}` : '')

const statementText = (row: Values): ReactElement => <code className="health-text">{textOf(row.texto)}</code>

/** Who is on, what runs and waits, which services answer, what is slow and what grows. */
export function Saude(): ReactElement {
  const answer = useLoaded(PATH, PATH)
  return (
    <div className="health">
      <div className="health-head">
        <h1>Saúde do servidor</h1>
        <Button icon="refresh" onClick={() => announce(PATH)}>
          Atualizar
        </Button>
      </div>
      {isRecord(answer) ? <Parts told={answer} /> : <p className="empty">Carregando…</p>}
    </div>
  )
}

const Parts = ({ told }: { readonly told: Values }): ReactElement => (
  <>
    <Block
      title="Quem está no sistema"
      hint="Sessões usadas nos últimos cinco minutos."
      none="Ninguém."
      rows={recordsOf(told.sessoes)}
      columns={sessions}
    />
    <Block
      title="Tarefas"
      hint="Pedidas por pessoas; falhas dos últimos sete dias."
      none="Nenhuma espera, anda ou falhou."
      rows={recordsOf(told.tarefas)}
      columns={tasks}
    />
    <Block
      title="Trabalhos do sistema"
      none="Nenhum espera, anda ou falhou."
      rows={recordsOf(told.trabalhos)}
      columns={ownWork}
    />
    <Block
      title="Serviços externos"
      hint="Faltas seguidas: tentativas sem resposta boa desde a última. Desistidas: dos últimos sete dias."
      none="Ainda não se falou com nenhum."
      rows={recordsOf(told.servicos)}
      columns={services}
    />
    <Block
      title="Chamadas mais lentas"
      hint="Das últimas 24 horas, em todos os servidores."
      none="Nenhuma foi medida ainda."
      rows={recordsOf(told.chamadas)}
      columns={calls}
    />
    <Block
      title="Consultas lentas"
      hint="As últimas, sem os valores. A partir de quanto tempo uma é lenta diz um item de configuração."
      none="Nenhuma foi anotada."
      rows={recordsOf(told.consultas)}
      columns={statements}
      under={statementText}
    />
    <Block
      title="Tabelas"
      hint={roomText(told) + replicaText(told)}
      none="Nenhuma."
      rows={recordsOf(told.tabelas)}
      columns={tables}
    />
  </>
)
