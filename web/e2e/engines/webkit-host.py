#!/usr/bin/python3
"""A phone-sized WebKitGTK window that WebKitWebDriver steers. MiniBrowser cannot be narrower than 447 px."""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def allow(_view, request):
    request.allow()
    return True


def create_view(_session):
    settings = WebKit2.Settings(
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
        enable_media_stream=True,
        enable_mock_capture_devices=True,
        media_playback_requires_user_gesture=False,
    )
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    view.connect("permission-request", allow)
    window = Gtk.Window(default_width=390, default_height=844)
    window.add(view)
    view.connect("close", Gtk.main_quit)
    window.show_all()
    return view


def on_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("hearsay-webkit-host")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", on_automation)
Gtk.main()
