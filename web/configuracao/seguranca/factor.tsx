import { useState, type ReactElement } from 'react'
import { post, request } from '../../app/api'
import { announce } from '../../app/events'
import { reloadSession } from '../../app/session'
import { toast } from '../../app/toasts'
import { AccessBox } from '../../entrar/frame'
import { Button } from '../../ui/button'
import { isRecord, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const PATH = 'sessao/segundo_fator'

/** What the app is told, and what is kept for the day it is lost. */
interface Begun {
  readonly segredo: string
  readonly uri: string
}

const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function Off({ onBegun }: { readonly onBegun: (begun: Begun) => void }): ReactElement {
  const [password, setPassword] = useState('')
  const begin = async (): Promise<void> => {
    try {
      const answer = await post(PATH, { password })
      if (isRecord(answer)) onBegun({ segredo: textOf(answer.segredo), uri: textOf(answer.uri) })
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <>
      <p>
        Além da senha, a entrada pede um código de um aplicativo do seu aparelho. Quem descobrir a senha não entra só
        com ela.
      </p>
      <AccessBox
        label="Sua senha"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button kind="primary" disabled={password === ''} onClick={() => void begin()}>
        Ativar
      </Button>
    </>
  )
}

function Confirm({
  begun,
  onDone,
}: {
  readonly begun: Begun
  readonly onDone: (codes: readonly string[]) => void
}): ReactElement {
  const [code, setCode] = useState('')
  const confirm = async (): Promise<void> => {
    try {
      const answer = await post(`${PATH}/confirma`, { codigo: code })
      onDone(isRecord(answer) && Array.isArray(answer.codigos) ? answer.codigos.map(textOf) : [])
    } catch (error) {
      setCode('')
      toast.error(error)
    }
  }
  return (
    <>
      <p>No aplicativo autenticador, crie uma conta com esta chave, e escreva o código que ele mostrar.</p>
      <p>
        <a href={begun.uri}>Abrir no aplicativo deste aparelho</a>
      </p>
      <pre className="code" aria-label="Chave do aplicativo">
        {grouped(begun.segredo)}
      </pre>
      <AccessBox label="Código do aplicativo" autoComplete="one-time-code" value={code} onChange={setCode} focus />
      <Button kind="primary" onClick={() => void confirm()}>
        Confirmar
      </Button>
    </>
  )
}

function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }): ReactElement {
  return (
    <>
      <p>
        O segundo fator está ativo. Guarde estes códigos longe do aparelho: cada um serve uma vez, se ele se perder. Não
        serão mostrados de novo.
      </p>
      <pre className="code" aria-label="Códigos de recuperação">
        {codes.join('\n')}
      </pre>
      <Button kind="primary" focusFirst onClick={onClose}>
        Guardei os códigos
      </Button>
    </>
  )
}

function On({ left, onRemoved }: { readonly left: number; readonly onRemoved: () => void }): ReactElement {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = async (): Promise<void> => {
    try {
      await request('DELETE', PATH, { body: { password, codigo: code }, anonymous: true })
      toast.success('Segundo fator removido.')
      onRemoved()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <>
      <p>
        O segundo fator está ativo. {left === 1 ? 'Resta 1 código' : `Restam ${left} códigos`} de recuperação. Para
        trocar de aparelho, remova-o e ative de novo.
      </p>
      <AccessBox
        label="Sua senha"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <AccessBox
        label="Código do aplicativo, ou de recuperação"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
      <Button kind="danger" onClick={() => void remove()}>
        Remover o segundo fator
      </Button>
    </>
  )
}

/** One's own second factor, from nothing to its recovery codes and away again. */
export function Factor(): ReactElement | null {
  const state = useLoaded(PATH, PATH)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const done = (): void => {
    setCodes(null)
    setBegun(null)
    announce(PATH)
    void reloadSession()
  }
  if (!isRecord(state)) return null
  return (
    <section className="attached" aria-label="Segundo fator">
      <h2 className="group-title">Segundo fator</h2>
      {codes !== null ? (
        <Codes codes={codes} onClose={done} />
      ) : begun !== null ? (
        <Confirm begun={begun} onDone={setCodes} />
      ) : state.ativo === true ? (
        <On left={Number(state.codigos)} onRemoved={done} />
      ) : (
        <Off onBegun={setBegun} />
      )}
    </section>
  )
}
