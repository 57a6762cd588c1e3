import { useEffect, useState, type ComponentType, type ReactElement } from 'react'
import { EmptyState } from '../ui/pieces'
import { Button } from '../ui/button'

/** A screen whose code comes in a chunk of its own when it is first opened: for areas that few people use all day. */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  let known: ComponentType | null = null
  return function LazyScreen(): ReactElement | null {
    const [Screen, setScreen] = useState<ComponentType | null>(() => known)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      let left = false
      const fetchScreen = async (): Promise<void> => {
        try {
          known = await load()
          if (!left) setScreen(() => known)
        } catch {
          // The server has other screens by now, or is out of reach.
          if (!left) setFailed(true)
        }
      }
      void fetchScreen()
      return () => {
        left = true
      }
    }, [])
    if (Screen !== null) return <Screen />
    if (!failed) return null
    return (
      <div className="empty">
        <EmptyState text="Esta tela não foi carregada. Pode haver uma nova versão." />
        <Button icon="refresh" onClick={() => location.reload()}>
          Recarregar
        </Button>
      </div>
    )
  }
}
