"""``labirinto serve``: the web page."""

from __future__ import annotations

from labirinto.errors import LabirintoError, MissingExtraError


def serve_page(host: str, port: int, origin: str) -> None:
    """Serves the page until Ctrl-C.

    Raises:
        MissingExtraError: if the packages of the extra ``web`` are not installed.
        LabirintoError: if the address is in use.
    """
    try:
        import uvicorn

        from labirinto.web.app import create_app
    except ImportError as error:
        raise MissingExtraError(
            f"The web page needs {error.name}; install it with: pip install 'labirinto[web]'"
        ) from None
    config = uvicorn.Config(
        create_app(origin),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        proxy_headers=True,
        server_header=False,
        timeout_keep_alive=15,
        limit_concurrency=1000,
    )
    try:
        listener = config.bind_socket()
    except SystemExit:
        raise LabirintoError(f"Nothing can listen at {host}, port {port}.") from None
    # From here on visitors wait for the page rather than be refused.
    listener.listen()
    shown = f"[{host}]" if ":" in host else host
    print(
        f"Labirinto is at http://{shown}:{listener.getsockname()[1]}/ (Ctrl-C ends it)", flush=True
    )
    uvicorn.Server(config).run(sockets=[listener])
