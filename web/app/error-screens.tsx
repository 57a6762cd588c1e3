import { useEffect, type ReactElement, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { pageTitle } from './title'

interface ErrorScreenProps {
  readonly screen: string
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
}

/** What stands in place of a screen that cannot be shown. */
export function ErrorScreen({ screen, title, children, actions }: ErrorScreenProps): ReactElement {
  useEffect(() => {
    pageTitle.value = title
  }, [title])
  return (
    <main className="error-screen" data-screen={screen}>
      <p className="error-code">{screen.slice(1)}</p>
      <h1>{title}</h1>
      <p>{children}</p>
      <div className="error-actions">{actions}</div>
    </main>
  )
}

export function ServerErrorScreen({ detail }: { readonly detail?: string }): ReactElement {
  const actions = (
    <Button
      kind="primary"
      icon="refresh"
      onClick={() => (location.pathname === '/505' ? location.assign('/') : location.reload())}
    >
      Tentar de novo
    </Button>
  )
  return (
    <ErrorScreen screen="/505" title="O sistema não respondeu" actions={actions}>
      Verifique a conexão e tente de novo em instantes.
      {detail === undefined || detail === '' ? null : <small>{detail}</small>}
    </ErrorScreen>
  )
}
