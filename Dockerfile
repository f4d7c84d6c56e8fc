# The web page: docker build -t labirinto . && docker run -p 8000:8000 labirinto

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY CMakeLists.txt LICENSE README.md pyproject.toml ./
COPY core core
COPY src src
RUN python -m venv /opt/labirinto && /opt/labirinto/bin/pip install --no-cache-dir ".[web,images]"

FROM python:3.13-slim
# Fonts for titles of books in other scripts than those of the page.
RUN apt-get update && apt-get install -y --no-install-recommends fontconfig fonts-noto-core \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/labirinto /opt/labirinto
RUN useradd --system --no-create-home labirinto
USER labirinto
EXPOSE 8000
HEALTHCHECK CMD ["/opt/labirinto/bin/python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=3)"]
ENTRYPOINT ["/opt/labirinto/bin/labirinto", "serve", "--host", "0.0.0.0"]
